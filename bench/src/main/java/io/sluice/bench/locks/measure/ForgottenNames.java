package io.sluice.bench.locks.measure;

import io.sluice.bench.locks.service.SluiceLocks;
import io.sluice.bench.process.Child;
import io.sluice.bench.process.Children;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What names of locks that are used once keep in memory: in a cluster of three members over TCP,
 * each a process of its own that uses a third of the names.
 */
public final class ForgottenNames implements AutoCloseable {

  public static final int MEMBERS = 3;

  private static final int HEAP = 2_048;

  /** So that classes, buffers and compiled code are there before memory is looked at. */
  private static final int WARM_UP = 10_000;

  private static final Duration PATIENCE = Duration.ofMinutes(30);

  /**
   * For which memory must no longer fall: longer than an idle name is kept. Members forget some
   * hundred names at a time.
   */
  private static final Duration AT_REST = Duration.ofSeconds(45);

  private static final double MEBIBYTE = 1 << 20;

  /**
   * What was measured.
   *
   * @param useSeconds how long it took to use all names
   * @param before heap in use before, in MiB, of all members together
   * @param after the same, right after the last name was used
   * @param left the same, when it fell no more
   * @param forgetSeconds from the last use until memory fell no more
   */
  public record Sample(
      double useSeconds, double before, double after, double left, double forgetSeconds) {}

  private final Children children = new Children();
  private final List<Child> members = new ArrayList<>();

  public ForgottenNames() throws IOException, InterruptedException {
    String address = new SluiceLocks().start(children, MEMBERS);
    for (int i = 0; i < MEMBERS; i++) {
      var member = children.java("names-" + i, MembersProcess.class, HEAP);
      members.add(member);
      member.tell("open", address, "member-" + i, 1);
      member.answer(PATIENCE);
    }
    for (var member : members) {
      member.tell("meet", MEMBERS);
      member.answer(PATIENCE);
    }
  }

  /** Uses that many names once. */
  public Sample measure(int names) throws IOException, InterruptedException {
    use("warm-up-", WARM_UP);
    double before = awaitRest().mebibytes();
    long start = System.nanoTime();
    use("name-", names);
    long used = System.nanoTime();
    double after = heap();
    var rest = awaitRest();
    return new Sample(
        (used - start) / 1e9, before, after, rest.mebibytes(), (rest.since() - used) / 1e9);
  }

  private void use(String prefix, int names) throws IOException, InterruptedException {
    for (int i = 0; i < MEMBERS; i++) {
      int share = names / MEMBERS + (i < names % MEMBERS ? 1 : 0);
      members.get(i).tell("use", prefix + i + "-", share);
    }
    for (var member : members) {
      member.answer(PATIENCE);
    }
  }

  private double heap() throws IOException, InterruptedException {
    double bytes = 0;
    for (var member : members) {
      member.tell("heap");
      bytes += Long.parseLong(member.answer(PATIENCE).getFirst());
    }
    return bytes / MEBIBYTE;
  }

  /**
   * Memory at rest.
   *
   * @param since when it had fallen that far
   */
  private record Rest(double mebibytes, long since) {}

  private Rest awaitRest() throws IOException, InterruptedException {
    var least = new Rest(heap(), System.nanoTime());
    while (System.nanoTime() - least.since < AT_REST.toNanos()) {
      Thread.sleep(Duration.ofSeconds(1));
      double now = heap();
      if (now < least.mebibytes) {
        // What a collection finds by chance is no fall.
        boolean fallen = now < least.mebibytes - 0.1;
        least = new Rest(now, fallen ? System.nanoTime() : least.since);
      }
    }
    return least;
  }

  @Override
  public void close() {
    children.close();
  }
}
