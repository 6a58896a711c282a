package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.ContenderProcess;
import io.sluice.locks.Sluice;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * Instances of an application, processes over sockets, and a third member in this process, as
 * {@code sluice node} is: so that a quorum stays whichever instance dies.
 */
final class Instances implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofSeconds(40);
  static final Duration LEASE = Duration.ofMillis(1500);

  /** What an instance says when it can be told to end. */
  private static final String STARTED = "started";

  private final Class<?> application;
  private final String cluster;
  private final Sluice standing;
  private final List<ContenderProcess> started = new ArrayList<>();

  /**
   * @param application what each runs; its {@code main} is {@link #run}
   */
  Instances(Class<?> application) throws InterruptedException {
    this.application = application;
    cluster = application.getSimpleName() + "-" + ProcessHandle.current().pid();
    standing = Sluice.named(cluster).over(Tcp.loopback()).lease(LEASE).join();
    assertThat(standing.awaitMembership(PATIENCE)).isTrue();
  }

  /** Runs an application until the input ends. */
  static void run(Class<?> application, String... args) throws IOException {
    var builder = new SpringApplicationBuilder(application).web(WebApplicationType.NONE);
    try (var _ = builder.run(args)) {
      System.out.println(STARTED);
      while (System.in.read() >= 0) {
        // Only the end matters.
      }
    }
  }

  /** Starts an instance; it is a member when this returns. */
  ContenderProcess start(String name, String... properties) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                application.getName(),
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--sluice.cluster=" + cluster,
                "--sluice.lease=" + LEASE,
                "--sluice.node-name=" + name));
    command.addAll(List.of(properties));
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    var process = new ContenderProcess(name, builder.start());
    started.add(process);
    process.awaitWord(STARTED);
    await(name + " is a member")
        .atMost(PATIENCE)
        .until(
            () ->
                standing.view().members().stream().anyMatch(member -> member.name().equals(name)));
    return process;
  }

  @Override
  public void close() throws IOException {
    for (ContenderProcess each : started) {
      each.dismiss();
    }
    try {
      for (ContenderProcess each : started) {
        if (!each.ends(20, TimeUnit.SECONDS)) {
          each.kill();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      standing.close();
    }
  }
}
