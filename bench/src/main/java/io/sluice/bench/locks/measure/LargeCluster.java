package io.sluice.bench.locks.measure;

import io.sluice.bench.locks.service.SluiceLocks;
import io.sluice.bench.process.Child;
import io.sluice.bench.process.Children;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A cluster of many members over TCP: what hand-over of a lock between two of them takes while
 * short commands join and depart, or ask a member that is there. The two are processes of their
 * own, the others share processes.
 */
public final class LargeCluster implements AutoCloseable {

  /** Two hand over, one does the commands. */
  public static final int FEWEST = 3;

  /** How many members share a process: each has a socket to and from each other member. */
  private static final int TOGETHER = 25;

  private static final int HEAP = 512;
  private static final double COMMANDS_A_SECOND = 10;

  /** Room for commands that join. */
  private static final int SPARE_PORTS = 32;

  /** What runs beside the hand-overs. */
  public enum Load {
    NONE("nothing"),
    REQUESTS("10 requests/s of a member"),
    LONE_JOINS("one member after the other joins and departs"),

    /** May be more than the machine can do, and then the cluster needs minutes to recover. */
    JOINS("10 members/s join and depart");

    private final String title;

    Load(String title) {
      this.title = title;
    }

    public String title() {
      return title;
    }
  }

  /**
   * One round.
   *
   * @param perSecond commands that were done
   * @param millis what one took, the median
   * @param p50 of the hand-overs, in microseconds
   * @param cores what all processes used
   */
  public record Sample(double perSecond, double millis, double p50, double p99, double cores) {}

  private final Children children = new Children();
  private final int members;
  private final String address;
  private final PacedPair pair;
  private final List<Child> others = new ArrayList<>();

  public LargeCluster(int members) throws IOException, InterruptedException {
    this.members = members;
    this.address = new SluiceLocks().start(children, members + SPARE_PORTS);
    this.pair = new PacedPair(children, address);
    for (int opened = PacedPair.SIZE; opened < members; opened += TOGETHER) {
      int count = Math.min(TOGETHER, members - opened);
      var process = children.java("members-" + opened, MembersProcess.class, HEAP);
      process.tell("open", address, "member-" + opened, count);
      process.answer(PacedPair.PATIENCE);
      others.add(process);
    }
    meet();
  }

  /** Waits until all members know each other, and no other process. */
  private void meet() throws IOException, InterruptedException {
    for (var process : others) {
      process.tell("meet", members);
      process.answer(PacedPair.PATIENCE);
    }
  }

  public Sample measure(Load load, Duration duration) throws IOException, InterruptedException {
    var outcome = pair.handOver(duration, round -> run(load, round));
    meet();
    var words = outcome.besides();
    double seconds = duration.toNanos() / 1e9;
    return new Sample(
        Double.parseDouble(words.get(0)) / seconds,
        Double.parseDouble(words.get(1)),
        outcome.p50(),
        outcome.p99(),
        outcome.cores());
  }

  private List<String> run(Load load, Round round) throws IOException, InterruptedException {
    var process = others.getLast();
    switch (load) {
      case NONE -> {
        return List.of("0", "0");
      }
      case LONE_JOINS -> process.tell("join-alone", address, round.begin(), round.end());
      case JOINS -> process.tell("join", address, COMMANDS_A_SECOND, round.begin(), round.end());
      case REQUESTS -> process.tell("request", COMMANDS_A_SECOND, round.begin(), round.end());
    }
    return process.answer(PacedPair.PATIENCE);
  }

  @Override
  public void close() {
    children.close();
  }
}
