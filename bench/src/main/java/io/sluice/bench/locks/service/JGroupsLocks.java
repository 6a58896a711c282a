package io.sluice.bench.locks.service;

import io.sluice.bench.process.Children;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * JGroups' {@code LockService}: every client is a member, and one of them keeps the locks. The
 * stack is the one JGroups ships for TCP, with its newer locking protocol on top.
 *
 * <p>JGroups 5.4 removed it, so the build puts the last version that has it beside the class path,
 * and this class calls it by reflection through a class loader of its own. Other versions of
 * JGroups on the class path do not interfere.
 */
public final class JGroupsLocks implements LockService {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  @Override
  public String name() {
    return "jgroups";
  }

  @Override
  public String title() {
    return "JGroups `LockService`";
  }

  @Override
  public Optional<String> missing() {
    return Files.exists(jar())
        ? Optional.empty()
        : Optional.of(jar() + " does not exist; run mvn package");
  }

  private static Path jar() {
    try {
      var here = JGroupsLocks.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Path.of(here).resolveSibling("peers").resolve("jgroups.jar");
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
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
    var ports = address.split(",", -1);
    System.setProperty("jgroups.bind_addr", "127.0.0.1");
    System.setProperty("jgroups.bind_port", ports[self]);
    System.setProperty("jgroups.tcpping.initial_hosts", "127.0.0.1[" + ports[0] + "]");
    System.setProperty("jgroups.tcp.port_range", "0");
    var loader =
        new URLClassLoader(new URL[] {jar().toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    var channelType = loader.loadClass("org.jgroups.JChannel");
    Object channel = channelType.getConstructor(InputStream.class).newInstance(stack(loader, self));
    call(channel, "connect", String.class, "locks");
    Object locks =
        loader
            .loadClass("org.jgroups.blocks.locking.LockService")
            .getConstructor(channelType)
            .newInstance(channel);
    return new Client(channel, locks);
  }

  /**
   * What JGroups ships, plus the locks, minus the diagnostics, which would listen on a multicast
   * address. All members but the first wait a minute for the first: if one gave up earlier and
   * formed a cluster of its own, merging the two would take half a minute.
   */
  private static InputStream stack(ClassLoader loader, int self) throws IOException {
    try (var shipped = loader.getResourceAsStream("tcp.xml")) {
      if (shipped == null) {
        throw new IOException("no tcp.xml in " + jar());
      }
      var stack =
          new String(shipped.readAllBytes(), StandardCharsets.UTF_8)
              .replace("<TCP ", "<TCP diag.enabled=\"false\" ")
              .replace("</config>", "<CENTRAL_LOCK2/></config>")
              .replace("join_timeout=\"2s\"", "join_timeout=\"" + (self == 0 ? 1 : 60) + "s\"");
      return new ByteArrayInputStream(stack.getBytes(StandardCharsets.UTF_8));
    }
  }

  private record Client(Object channel, Object locks) implements LockClient {

    @Override
    public void awaitPeers(int clients) throws Exception {
      while ((int) call(call(channel, "getView"), "size") < clients) {
        LockSupport.parkNanos(POLL_NANOS);
      }
    }

    @Override
    public MeasuredLock exclusive() throws Exception {
      return MeasuredLock.of((Lock) call(locks, "getLock", String.class, "exclusive"));
    }
  }

  private static Object call(Object target, String method) throws ReflectiveOperationException {
    return target.getClass().getMethod(method).invoke(target);
  }

  private static <T> Object call(Object target, String method, Class<T> type, T argument)
      throws Exception {
    try {
      return target.getClass().getMethod(method, type).invoke(target, argument);
    } catch (InvocationTargetException failure) {
      throw failure.getCause() instanceof Exception cause ? cause : failure;
    }
  }
}
