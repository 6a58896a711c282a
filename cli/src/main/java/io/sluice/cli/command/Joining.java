package io.sluice.cli.command;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.ClusterOptions;
import io.sluice.locks.Sluice;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Joins a cluster for as long as a command needs it, and gives up after a while. */
public final class Joining {

  private static final Duration LOOK = Duration.ofMillis(50);

  @Option(
      names = "--wait",
      paramLabel = "10s",
      defaultValue = "10s",
      description = "How long to wait for the cluster and for answers, each (default: 10s).")
  private String patience;

  @Mixin private ClusterOptions cluster;

  /** The cluster's name. */
  public String cluster() {
    return cluster.cluster();
  }

  /** Which cluster, and how to join it. */
  public ClusterOptions options() {
    return cluster;
  }

  /** How long to wait. */
  public Duration patience() {
    return ClusterOptions.duration("--wait", patience);
  }

  /** A node of the cluster, still to join. */
  public Sluice.Builder builder(String nodeName) {
    return cluster.builder().nodeName(nodeName);
  }

  /**
   * Waits until a node is a member.
   *
   * @param interrupted whether the user has had enough
   * @return the exit code if it does not become one
   */
  public Optional<Integer> await(Sluice sluice, BooleanSupplier interrupted, PrintWriter err)
      throws InterruptedException {
    long end = System.nanoTime() + patience().toNanos();
    while (!sluice.awaitMembership(LOOK)) {
      if (interrupted.getAsBoolean()) {
        return Optional.of(Exit.INTERRUPTED);
      }
      if (end - System.nanoTime() <= 0) {
        err.println(
            "sluice: cluster '%s' could not be joined within %s: check its name, %s"
                .formatted(cluster(), patience, cluster.whereabouts()));
        return Optional.of(Exit.NOT_IN_TIME);
      }
    }
    return Optional.empty();
  }
}
