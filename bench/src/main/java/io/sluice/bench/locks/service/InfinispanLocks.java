package io.sluice.bench.locks.service;

import io.sluice.bench.process.Children;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.lock.EmbeddedClusteredLockManagerFactory;
import org.infinispan.lock.configuration.ClusteredLockManagerConfigurationBuilder;
import org.infinispan.lock.configuration.Reliability;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.remoting.transport.jgroups.JGroupsTransport;

/**
 * Infinispan's clustered lock: every client is a member, and one of them keeps the lock, without a
 * second copy to wait for.
 */
public final class InfinispanLocks implements LockService {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final String NAME = "exclusive";
  private static final String STACK = "/org/infinispan/configuration/default-jgroups-tcp.xml";
  private static final Pattern SEARCH = Pattern.compile("<MPING[^>]*/>");

  @Override
  public String name() {
    return "infinispan";
  }

  @Override
  public String title() {
    return "Infinispan `ClusteredLock`, 1 owner";
  }

  /** The address is a list of the ports of all members, in their order. */
  @Override
  public String start(Children children, int clients) throws IOException {
    return Children.freePorts(clients).stream()
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }

  @Override
  public LockClient open(String address, int self) throws Exception {
    return new Client(member(address, self));
  }

  /** A member of the cluster, whose clustered locks have no second copy. */
  public static DefaultCacheManager member(String address, int self) throws IOException {
    var ports = address.split(",", -1);
    var global = GlobalConfigurationBuilder.defaultClusteredBuilder();
    global
        .transport()
        .clusterName("locks")
        .addProperty(JGroupsTransport.CONFIGURATION_XML, stack(ports[0], ports[self], self));
    global
        .addModule(ClusteredLockManagerConfigurationBuilder.class)
        .numOwner(1)
        .reliability(Reliability.AVAILABLE);
    return new DefaultCacheManager(global.build());
  }

  /**
   * What Infinispan ships for TCP, on loopback, with the first member's address in place of the
   * search by multicast. All members but the first wait a minute for the first, as those of {@link
   * JGroupsLocks} do.
   */
  private static String stack(String first, String own, int self) throws IOException {
    System.setProperty("jgroups.bind.address", "127.0.0.1");
    System.setProperty("jgroups.bind.port", own);
    System.setProperty("jgroups.port_range", "0");
    System.setProperty("jgroups.fd.port-offset", "1");
    System.setProperty("jgroups.join_timeout", (self == 0 ? 1 : 60) + "s");
    try (var shipped = DefaultCacheManager.class.getResourceAsStream(STACK)) {
      if (shipped == null) {
        throw new IOException("no " + STACK + " in Infinispan's jar");
      }
      return SEARCH
          .matcher(new String(shipped.readAllBytes(), StandardCharsets.UTF_8))
          .replaceFirst(
              "<TCPPING initial_hosts=\"127.0.0.1[%s]\" port_range=\"0\"/>".formatted(first));
    }
  }

  private record Client(DefaultCacheManager manager) implements LockClient {

    @Override
    public void awaitPeers(int clients) {
      while (manager.getMembers().size() < clients) {
        LockSupport.parkNanos(POLL_NANOS);
      }
    }

    @Override
    public MeasuredLock exclusive() {
      var locks = EmbeddedClusteredLockManagerFactory.from(manager);
      locks.defineLock(NAME);
      var lock = locks.get(NAME);
      return new MeasuredLock() {
        @Override
        public void acquire() throws Exception {
          lock.lock().get();
        }

        @Override
        public void release() throws Exception {
          lock.unlock().get();
        }
      };
    }
  }
}
