package io.sluice.locks.admin;

import java.util.List;

/**
 * A node of a cluster, for JMX: as {@code io.sluice:type=Node,cluster=...,node=...}, if the node
 * was built with {@code jmx()}.
 *
 * <pre>{@code
 * var name = new ObjectName("io.sluice:type=Node,cluster=\"orders\",node=\"orders-1\"");
 * var server = ManagementFactory.getPlatformMBeanServer();
 * SluiceMXBean node = JMX.newMXBeanProxy(server, name, SluiceMXBean.class);
 * }</pre>
 */
public interface SluiceMXBean {

  /** The number of the current view; 0 while this node is not a member. */
  long getView();

  /** The names of the members, the longest-standing first. */
  List<String> getMembers();

  /**
   * All locks that are held or waited for, a line for each holder and waiter, and for each member
   * that has not answered.
   */
  List<String> who() throws InterruptedException;

  /** One lock, a line for each holder and waiter. */
  List<String> who(String lock) throws InterruptedException;

  /**
   * Takes a lock away from its holders.
   *
   * @return a line for each of them
   */
  List<String> release(String lock, String reason) throws InterruptedException;
}
