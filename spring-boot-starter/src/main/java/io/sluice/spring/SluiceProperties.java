package io.sluice.spring;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties under {@code sluice}.
 *
 * @param enabled whether the application joins a cluster at all
 * @param cluster the cluster's name; {@code spring.application.name} unless set
 * @param network where the nodes of the cluster are
 * @param hosts for {@link NetworkKind#TCP}: the addresses of the nodes, the same list in all of
 *     them; this machine if empty
 * @param discover for {@link NetworkKind#TCP}, in place of hosts: a name that resolves to the
 *     addresses of all nodes, also as they change
 * @param expect with discover: how many nodes that are no guests run at the same time at most; the
 *     same in all nodes
 * @param guest with discover: whether this node does not count among those that are expected, so
 *     that there may be any number like it; it joins a cluster, and never founds one
 * @param lease how long a node that is cut off keeps its locks; the same in all nodes
 * @param forgetAfter after how long the nodes forget a name that none of them has used; the same in
 *     all nodes; 30 seconds unless set
 * @param nodeName the name of this node in logs and views; cluster and process id unless set
 * @param algorithm the protocol of plain locks; the same in all nodes
 * @param jgroups a JGroups file, for other kinds of discovery
 * @param jmx whether JMX shows the node, as a {@link io.sluice.locks.admin.SluiceMXBean}
 * @param record a file to record in what the protocols of this node's locks are told and do, for
 *     {@code sluice theatre}; for tests and for the search of an error
 * @param security the keys of the cluster
 * @param leader what this instance stands for as a leader
 */
@ConfigurationProperties("sluice")
public record SluiceProperties(
    @DefaultValue("true") Boolean enabled,
    Optional<String> cluster,
    @DefaultValue("tcp") NetworkKind network,
    @DefaultValue List<String> hosts,
    Optional<String> discover,
    Optional<Integer> expect,
    @DefaultValue("false") Boolean guest,
    @DefaultValue("5s") Duration lease,
    Optional<Duration> forgetAfter,
    Optional<String> nodeName,
    Optional<String> algorithm,
    Optional<String> jgroups,
    @DefaultValue("false") Boolean jmx,
    Optional<String> record,
    @DefaultValue Security security,
    @DefaultValue Leader leader) {

  /**
   * A property that is empty is not set: it may come from a variable that is not. A {@code boolean}
   * would be refused then.
   */
  public SluiceProperties {
    cluster = set(cluster);
    discover = set(discover);
    nodeName = set(nodeName);
    algorithm = set(algorithm);
    jgroups = set(jgroups);
    record = set(record);
  }

  private static Optional<String> set(Optional<String> property) {
    return property.filter(text -> !text.isBlank());
  }

  /** Where the nodes of a cluster are. */
  public enum NetworkKind {
    /** In processes that reach each other over TCP. */
    TCP,
    /** In this JVM, as in tests. */
    JVM
  }

  /**
   * The keys of a cluster, required as soon as a host is not this machine.
   *
   * @param keyStore the file that {@code sluice keys} makes
   * @param password its password
   */
  public record Security(Optional<String> keyStore, Optional<String> password) {

    public Security {
      keyStore = set(keyStore);
      password = set(password);
    }
  }

  /**
   * What this instance stands for as a leader.
   *
   * @param roles for each of these one instance of the cluster is the leader at a time, and is told
   *     by {@link LeadershipGranted} and {@link LeadershipRevoked}
   */
  public record Leader(@DefaultValue List<String> roles) {}
}
