package io.sluice.cluster.tcp.host;

import io.sluice.protocol.membership.Expected;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds the hosts of a cluster. */
public sealed interface HostLookup {

  /**
   * The hosts as of now, with this machine among them.
   *
   * @throws IOException if they cannot be found now; they may be later
   */
  Hosts hosts() throws IOException;

  /** What the cluster counts on if it has no fixed first address. */
  Expected expected();

  /** Whether no process is expected on another machine, so that there may be no keys. */
  public boolean isLoopback();

  /** A list of hosts, the same in all processes; the process at the first address founds it. */
  record Fixed(Hosts hosts) implements HostLookup {

    @Override
    public Expected expected() {
      return Expected.NONE;
    }

    @Override
    public boolean isLoopback() {
      return hosts.areLoopback();
    }
  }

  /**
   * A name that resolves to the addresses of all hosts, and to others as hosts come and go.
   *
   * @param ports the row of ports, on every host the same
   * @param resolver what knows the addresses
   */
  record ByName(String name, Ports ports, Expected expected, Resolver resolver)
      implements HostLookup {

    /** Finds all addresses of a name. */
    @FunctionalInterface
    public interface Resolver {
      InetAddress[] resolve(String name) throws UnknownHostException;
    }

    /** A name that the system resolves. */
    public ByName(String name, Ports ports, Expected expected) {
      this(name, ports, expected, InetAddress::getAllByName);
    }

    @Override
    public Hosts hosts() throws IOException {
      try {
        var addresses = resolved();
        if (addresses.stream().noneMatch(Hosts::isHere)) {
          // The name may know this machine only later; the others can be asked all the same.
          addresses.add(towards(addresses.getFirst()));
        }
        return new Hosts(
            addresses.stream().map(each -> new InetSocketAddress(each, ports.first())).toList(),
            ports.count());
      } catch (UncheckedIOException e) {
        // No way leads to the others at present.
        throw new IOException("%s: %s".formatted(name, e.getMessage()), e);
      }
    }

    /** Without an answer there are hosts somewhere else, or there will be. */
    @Override
    public boolean isLoopback() {
      try {
        return resolved().stream().allMatch(InetAddress::isLoopbackAddress);
      } catch (UnknownHostException e) {
        return false;
      }
    }

    /** All of one kind, in one order. */
    private List<InetAddress> resolved() throws UnknownHostException {
      var all = new ArrayList<>(List.of(resolver.resolve(name)));
      if (all.stream().anyMatch(Inet4Address.class::isInstance)) {
        all.removeIf(each -> !(each instanceof Inet4Address));
      }
      all.sort(Comparator.comparing(InetAddress::getHostAddress));
      return all;
    }

    /** The address of this machine that packets to that one carry; nothing is sent. */
    private InetAddress towards(InetAddress other) throws IOException {
      try (var socket = new DatagramSocket()) {
        socket.connect(other, ports.first());
        return socket.getLocalAddress();
      }
    }
  }
}
