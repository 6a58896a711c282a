package io.sluice.bench.locks.measure;

import io.sluice.bench.locks.service.SluiceLocks;
import io.sluice.bench.process.Child;
import io.sluice.bench.process.Children;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

/**
 * {@code sluice lock x -- true} through a {@code sluice node} on the host: what it takes beside an
 * empty program, and how many of them disturb hand-overs between two other members.
 */
public final class ShortCommands implements AutoCloseable {

  private static final int HEAP = 256;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** What is started to see how long it takes. */
  public enum Kind {
    EMPTY("an empty program, in a JVM with the same options and archive"),
    LOCK("`sluice lock x -- true` through a node, the same JVM"),
    SCRIPT("`./sluice lock x -- true`, with the script that starts the JVM");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    public String title() {
      return title;
    }
  }

  /** What runs beside the hand-overs. */
  public enum Load {
    NONE("nothing"),
    TRUE("`true` without a lock, all started by one JVM"),
    THROUGH_NODE("the work of `sluice lock x -- true`, all in one JVM"),
    EMPTY("empty programs, a JVM each"),
    LOCK("`sluice lock x -- true`, a JVM each");

    private final String title;

    Load(String title) {
      this.title = title;
    }

    public String title() {
      return title;
    }
  }

  private final Children children = new Children();
  private final Launcher launcher;
  private final PacedPair pair;
  private final Child starter;
  private final List<String> lock;
  private final List<String> empty;

  public ShortCommands() throws IOException, InterruptedException {
    String address = new SluiceLocks().start(children, 1);
    String cluster = address.substring(0, address.indexOf('@'));
    // A node serves commands in a directory that no other user can enter.
    var run =
        Files.createDirectory(
            children.folder().resolve("run"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    this.launcher = new Launcher(cluster, run);
    this.pair = new PacedPair(children, address);
    children
        .program("node", launcher.script("node"))
        .await(line -> line.startsWith(cluster + ", view "), PATIENCE);
    this.lock = launcher.program();
    this.empty = Launcher.empty(lock, children.folder());
    this.starter =
        children.java(
            "starter",
            MembersProcess.class,
            List.of("-Xmx" + HEAP + "m", "-XX:+UseSerialGC"),
            launcher.environment());
  }

  /** Milliseconds from the start of a process to its end. */
  public double time(Kind kind) throws IOException, InterruptedException {
    return Launcher.run(
        switch (kind) {
          case EMPTY -> empty;
          case LOCK -> lock;
          case SCRIPT -> launcher.lock();
        });
  }

  public LargeCluster.Sample measure(Load load, double perSecond, Duration duration)
      throws IOException, InterruptedException {
    var outcome = pair.handOver(duration, round -> run(load, perSecond, round));
    var words = outcome.besides();
    double seconds = duration.toNanos() / 1e9;
    return new LargeCluster.Sample(
        Double.parseDouble(words.get(0)) / seconds,
        Double.parseDouble(words.get(1)),
        outcome.p50(),
        outcome.p99(),
        outcome.cores());
  }

  private List<String> run(Load load, double perSecond, Round round)
      throws IOException, InterruptedException {
    switch (load) {
      case NONE -> {
        return List.of("0", "0");
      }
      case TRUE -> starter.tell("start", perSecond, round.begin(), round.end(), "true");
      case THROUGH_NODE ->
          starter.tell(
              "through",
              perSecond,
              round.begin(),
              round.end(),
              Launcher.jar(lock),
              String.join(" ", lock.subList(lock.indexOf("lock"), lock.size())));
      case EMPTY ->
          starter.tell("start", perSecond, round.begin(), round.end(), String.join(" ", empty));
      case LOCK ->
          starter.tell("start", perSecond, round.begin(), round.end(), String.join(" ", lock));
    }
    return starter.answer(PacedPair.PATIENCE);
  }

  @Override
  public void close() {
    children.close();
  }
}
