package io.sluice.locks;

import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.KeyStores;
import io.sluice.locks.Contender.Manner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;

/** Contenders in processes of their own, and what they say. */
public final class ContenderProcesses implements AutoCloseable {

  /** Beyond any time for which others may have the machine to themselves. */
  static final Duration PATIENCE = Duration.ofMinutes(6);

  private final String cluster;
  private final Duration lease;
  private final Class<?> contender;
  private final List<String> more;
  private final List<ContenderProcess> started = new ArrayList<>();

  ContenderProcesses(String cluster, Duration lease) {
    this(cluster, lease, Contender.class);
  }

  /**
   * @param contender what each process runs, with the arguments of {@link Contender#contend}
   * @param more further arguments
   */
  public ContenderProcesses(String cluster, Duration lease, Class<?> contender, String... more) {
    this.cluster = cluster;
    this.lease = lease;
    this.contender = contender;
    this.more = List.of(more);
  }

  public ContenderProcess launch(String name, Manner manner) throws IOException {
    return launch(List.of(), more, name, manner);
  }

  /**
   * @param within the command that starts it where it shall be
   * @param besides what else it is to know
   */
  ContenderProcess launch(List<String> within, List<String> besides, String name, Manner manner)
      throws IOException {
    var command = new ArrayList<>(within);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "-Dorg.slf4j.simpleLogger.log.org.jgroups=off",
            "-Dorg.slf4j.simpleLogger.showDateTime=true",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel="
                + System.getProperty("sluice.test.log", "warn"),
            "-cp",
            System.getProperty("java.class.path"),
            contender.getName(),
            cluster,
            name,
            manner.name(),
            Long.toString(lease.toMillis())));
    command.addAll(besides);
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("SECRET", KeyStores.PASSWORD);
    var process = new ContenderProcess(name, builder.start());
    started.add(process);
    return process;
  }

  List<ContenderProcess> started() {
    return List.copyOf(started);
  }

  /** Everything that all of them have said. */
  public History history() {
    var history = new History();
    started.forEach(each -> each.addTo(history));
    return history;
  }

  /** The same, for judges of their own. */
  List<Said> said() {
    return started.stream().map(ContenderProcess::testimony).toList();
  }

  /** Each of these enters at least once more. */
  public void awaitEntries(ContenderProcess... those) throws IOException, InterruptedException {
    for (ContenderProcess each : those) {
      long before = each.count("in");
      try {
        await(each.name + " enters again").atMost(PATIENCE).until(() -> each.count("in") > before);
      } catch (ConditionTimeoutException e) {
        throw new AssertionError(e.getMessage() + " What all of them do: " + accounts(), e);
      }
    }
  }

  /** The file with what all that run have said of late, and what their threads do. */
  private Path accounts() throws IOException, InterruptedException {
    var all = new StringBuilder();
    for (ContenderProcess each : started) {
      if (each.isAlive()) {
        all.append(each.account());
      }
    }
    return Files.writeString(Path.of("target", cluster + "-accounts.txt"), all);
  }

  @Override
  public void close() throws IOException {
    for (ContenderProcess each : started) {
      each.dismiss();
    }
    try {
      for (ContenderProcess each : started) {
        if (!each.ends(20, TimeUnit.SECONDS)) {
          each.killAsStuck();
        }
      }
    } catch (InterruptedException e) {
      started.forEach(ContenderProcess::destroy);
      Thread.currentThread().interrupt();
    }
  }
}
