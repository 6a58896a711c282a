package io.sluice.locks;

import io.sluice.cluster.runtime.ProtocolMismatchException;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.mobile.Rooms;
import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.Padme;
import io.sluice.protocol.priority.SpanningTree;
import io.sluice.protocol.shared.ReadWritePermissions;
import io.sluice.protocol.shared.ReadWriteTokenQueue;
import java.util.Optional;

/**
 * The protocol of each kind of lock: the one place where that is decided. {@link Sluice} is the
 * only user, and the command line asks for locks through {@link Sluice}; so a lock is the same one
 * whether a shell or a JVM asks for it.
 *
 * @param chosen the protocol named with {@link Sluice.Builder#algorithm}: it runs plain locks, and
 *     the kind of lock that its family is made for
 */
record LockKinds(Optional<Algorithm<?, ?>> chosen) {

  static final LockKinds USUAL = new LockKinds(Optional.empty());

  private static final int MOST_UNITS = 1000;

  /**
   * The paper's Level and Forward on a star: all requests go to one node, which alone decides and
   * therefore never serves a less urgent request first. On a deeper tree, and with Use, a process
   * may enter with a token that is on its way to a more urgent one. That saves messages where every
   * process asks all the time and links are few; but here every node reaches every other, and on a
   * star an entry takes three messages at most.
   */
  private static final Configuration STRICT =
      Configuration.of(Models.of("LFFF")).on(SpanningTree.star());

  /** What users call the locks of a family, and how they ask for one in Java and in a shell. */
  private enum Kind {
    PLAIN("a plain lock", "lock(\"%s\")", "sluice lock %s"),
    READ_WRITE("a read-write lock", "readWriteLock(\"%s\")", "sluice lock %s --shared|--exclusive"),
    GROUP("a group lock", "groupLock(\"%s\")", "sluice lock %s --room ROOM"),
    SEMAPHORE("a semaphore", "prioritySemaphore(\"%s\", UNITS)", "sluice lock %s --units UNITS"),
    RENDEZVOUS("a latch or barrier", "latch(\"%1$s\", COUNT) or barrier(\"%1$s\", PARTIES)", "");

    private final String title;
    private final String java;
    private final String shell;

    Kind(String title, String java, String shell) {
      this.title = title;
      this.java = java;
      this.shell = shell;
    }

    /** How users ask for the lock of that name. */
    String calls(String lock) {
      String inJava = java.formatted(lock);
      return shell.isEmpty()
          ? inJava
          : "%s in Java or `%s` in a shell".formatted(inJava, shell.formatted(lock));
    }

    static Kind of(Family family) {
      return switch (family) {
        case EXCLUSIVE, GROUP, ELECTION, SCALING, DATA, MEMBERSHIP -> PLAIN;
        case READ_WRITE -> READ_WRITE;
        case ROOM -> GROUP;
        case PRIORITY -> SEMAPHORE;
        case RENDEZVOUS -> RENDEZVOUS;
      };
    }
  }

  static LockKinds choosing(Algorithm<?, ?> algorithm) {
    return new LockKinds(Optional.of(algorithm));
  }

  Algorithm<?, ?> plain() {
    return chosen.isPresent() ? chosen.get() : TokenQueue.ALGORITHM;
  }

  Algorithm<?, ?> readWrite() {
    return isChosen(Family.READ_WRITE) ? plain() : ReadWritePermissions.ALGORITHM;
  }

  /** Few messages between two turns, and no reader passes a writer in the queue. */
  Algorithm<?, ?> data() {
    return isChosen(Family.READ_WRITE) ? plain() : ReadWriteTokenQueue.ALGORITHM;
  }

  Algorithm<?, ?> group() {
    return isChosen(Family.ROOM) ? plain() : Rooms.ALGORITHM;
  }

  Algorithm<?, ?> semaphore(int units) {
    if (units < 1 || units > MOST_UNITS) {
      throw new IllegalArgumentException(
          "a semaphore has from 1 to %d units, not %d".formatted(MOST_UNITS, units));
    }
    return Padme.algorithm(Configuration.find(plain().name()).orElse(STRICT).withUnits(units));
  }

  private boolean isChosen(Family family) {
    return chosen.filter(algorithm -> algorithm.family() == family).isPresent();
  }

  /** What is wrong where two sides ask for different locks under one name, and what to do. */
  static String explain(ProtocolMismatchException mismatch) {
    String lock = mismatch.lock();
    String where = mismatch.member().isEmpty() ? "at this node" : "at " + mismatch.member();
    String running = mismatch.running();
    String asked = mismatch.asked();
    if (running.isEmpty()) {
      return String.valueOf(mismatch.getMessage());
    }
    var there = Kind.of(mismatch.runningFamily());
    var here = Kind.of(mismatch.askedFamily());
    if (there != here) {
      return "lock '%s' is %s (%s) %s, but was asked for as %s (%s); ask for it as %s, or use another name"
          .formatted(lock, there.title, running, where, here.title, asked, there.calls(lock));
    }
    String remedy =
        there == Kind.RENDEZVOUS
            ? "name the same kind and the same number in all nodes, or use another name"
            : remedy(running, asked);
    return "lock '%s' runs %s %s, but was asked for with %s; %s"
        .formatted(lock, running, where, asked, remedy);
  }

  private static String remedy(String running, String asked) {
    var there = Configuration.find(running);
    var here = Configuration.find(asked);
    boolean onlyUnits =
        there.isPresent()
            && here.isPresent()
            && there.get().withUnits(1).equals(here.get().withUnits(1));
    return onlyUnits
        ? "name the same number of units in all nodes"
        : "name the same protocol in all nodes, with algorithm(\"%1$s\") in Java or --algorithm %1$s in a shell"
            .formatted(running);
  }
}
