package io.sluice.cli;

import io.sluice.lab.simulate.Nanos;
import io.sluice.locks.Sluice;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** Which cluster to join, and how. */
final class ClusterOptions {

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      defaultValue = "sluice",
      description = "The cluster's name (default: sluice).")
  private String cluster;

  @Option(
      names = "--hosts",
      paramLabel = "HOST[:PORT]",
      split = ",",
      description =
          "Where its processes are, in the same order everywhere (default: this machine only)."
              + " So far only addresses of this machine are taken.")
  private List<String> hosts = List.of();

  @Option(
      names = "--lease",
      paramLabel = "5s",
      defaultValue = "5s",
      description =
          "How long a member that is cut off keeps its locks, and the others wait for it"
              + " (default: 5s); the same everywhere.")
  private String lease;

  /** Begins to take part. */
  Sluice join() {
    return joining().join();
  }

  /** The same, for who has more to say. */
  Sluice.Joining joining() {
    return Sluice.named(cluster).cluster(hosts.toArray(String[]::new)).lease(lease());
  }

  String cluster() {
    return cluster;
  }

  Duration lease() {
    return duration("--lease", lease);
  }

  static Duration duration(String option, String text) {
    try {
      return Duration.ofNanos(Nanos.parse(text));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
    }
  }
}
