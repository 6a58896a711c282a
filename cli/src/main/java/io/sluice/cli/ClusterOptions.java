package io.sluice.cli;

import io.sluice.lab.simulate.Nanos;
import io.sluice.locks.Sluice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
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
              + " Beyond this machine a key store is needed.")
  private List<String> hosts = List.of();

  @Option(
      names = "--keystore",
      paramLabel = "FILE",
      description =
          "The key store that lets this process take part, and nobody without one; `sluice keys`"
              + " makes one. Its password is in the environment variable SLUICE_KEYSTORE_PASSWORD"
              + " or in the file of --password-file.")
  private Optional<Path> keyStore = Optional.empty();

  @Mixin private KeyStorePassword password;

  @Option(
      names = "--jgroups",
      paramLabel = "FILE",
      description = "A JGroups file to take instead of the usual protocols between processes.")
  private Optional<Path> stack = Optional.empty();

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
    var joining =
        Sluice.named(cluster)
            .cluster(hosts.toArray(String[]::new))
            .lease(duration("--lease", lease));
    keyStore.ifPresent(file -> joining.security(file, password.read()));
    stack.ifPresent(joining::jgroups);
    return joining.join();
  }

  String cluster() {
    return cluster;
  }

  static Duration duration(String option, String text) {
    try {
      return Duration.ofNanos(Nanos.parse(text));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
    }
  }
}
