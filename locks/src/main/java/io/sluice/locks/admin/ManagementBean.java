package io.sluice.locks.admin;

import io.sluice.cluster.Member;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanRegistration;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Shows a node to JMX until it is closed. {@code Sluice.Builder.jmx} registers one; an application
 * can also do so itself, under the names that it gives:
 *
 * <pre>{@code
 * try (var bean = ManagementBean.register("orders", "orders-1", sluice.inspect())) {
 *   log.info("registered as {}", bean.name());
 * }
 * }</pre>
 */
public final class ManagementBean implements SluiceMXBean, MBeanRegistration, AutoCloseable {

  private final Inspection inspection;
  private final ObjectName name;

  /** Until it is closed, or replaced by another one of the same name. */
  private volatile boolean registered;

  private ManagementBean(Inspection inspection, ObjectName name) {
    this.inspection = inspection;
    this.name = name;
  }

  /**
   * Registers a node with the JVM's server of beans; one that is registered under the same names is
   * replaced.
   */
  public static ManagementBean register(String cluster, String node, Inspection inspection) {
    var server = ManagementFactory.getPlatformMBeanServer();
    try {
      var name =
          new ObjectName(
              "io.sluice:type=Node,cluster=%s,node=%s"
                  .formatted(ObjectName.quote(cluster), ObjectName.quote(node)));
      var bean = new ManagementBean(inspection, name);
      // Another one of that name may be registered or closed at the same time.
      synchronized (ManagementBean.class) {
        if (server.isRegistered(name)) {
          server.unregisterMBean(name);
        }
        server.registerMBean(bean, name);
      }
      return bean;
    } catch (JMException e) {
      throw new IllegalStateException(
          "node '%s' of cluster '%s' cannot be shown to JMX".formatted(node, cluster), e);
    }
  }

  /** The name under which it is registered. */
  public String name() {
    return name.getCanonicalName();
  }

  @Override
  public long getView() {
    return inspection.view().number();
  }

  @Override
  public List<String> getMembers() {
    return inspection.view().members().stream().map(Member::name).toList();
  }

  @Override
  public List<String> who() throws InterruptedException {
    return lines(inspection.locks());
  }

  @Override
  public List<String> who(String lock) throws InterruptedException {
    return lines(inspection.lock(lock));
  }

  @Override
  public List<String> release(String lock, String reason) throws InterruptedException {
    var outcome = inspection.release(lock, reason);
    return Stream.concat(
            outcome.released().stream().map(each -> "released: " + line(lock, "was held", each)),
            outcome.silent().stream().map(each -> "no answer: " + each))
        .toList();
  }

  private static List<String> lines(LockReport report) {
    var lines = new ArrayList<String>();
    for (LockState lock : report.locks()) {
      lock.holders().forEach(each -> lines.add(line(lock.name(), "held", each)));
      lock.waiters().forEach(each -> lines.add(line(lock.name(), "waited for", each)));
    }
    report.silent().forEach(each -> lines.add("no answer: " + each));
    if (report.view().members().isEmpty()) {
      lines.add("no answer: this node is not a member at present");
    }
    if (report.omitted() > 0) {
      lines.add("and %,d more".formatted(report.omitted()));
    }
    return lines;
  }

  private static String line(String lock, String how, LockRequest request) {
    return "%s: %s for %d ms by %s, %s%s"
        .formatted(
            lock,
            how,
            request.time().toMillis(),
            request.member(),
            request.thread(),
            request.fence().isPresent() ? ", fence " + request.fence().getAsLong() : "");
  }

  @Override
  public ObjectName preRegister(MBeanServer server, ObjectName given) {
    return given;
  }

  @Override
  public void postRegister(Boolean done) {
    registered = done;
  }

  @Override
  public void preDeregister() {}

  @Override
  public void postDeregister() {
    registered = false;
  }

  @Override
  public void close() {
    var server = ManagementFactory.getPlatformMBeanServer();
    try {
      synchronized (ManagementBean.class) {
        if (registered && server.isRegistered(name)) {
          server.unregisterMBean(name);
        }
      }
    } catch (JMException e) {
      throw new IllegalStateException("%s cannot be taken from JMX".formatted(name), e);
    }
  }
}
