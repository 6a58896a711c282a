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
 * @param lease how long a node that is cut off keeps its locks; the same in all nodes
 * @param nodeName the name of this node in logs and views; cluster and process id unless set
 * @param algorithm the protocol of plain locks; the same in all nodes
 * @param jgroups a JGroups file, for other kinds of discovery
 * @param security the keys of the cluster
 * @param leader what this instance stands for as a leader
 */
@ConfigurationProperties("sluice")
public record SluiceProperties(
    @DefaultValue("true") boolean enabled,
    Optional<String> cluster,
    @DefaultValue("tcp") NetworkKind network,
    @DefaultValue List<String> hosts,
    @DefaultValue("5s") Duration lease,
    Optional<String> nodeName,
    Optional<String> algorithm,
    Optional<String> jgroups,
    @DefaultValue Security security,
    @DefaultValue Leader leader) {

  /** A property that is empty is not set: it may come from a variable that is not. */
  public SluiceProperties {
    cluster = set(cluster);
    nodeName = set(nodeName);
    algorithm = set(algorithm);
    jgroups = set(jgroups);
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
