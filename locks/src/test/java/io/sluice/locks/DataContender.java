package io.sluice.locks;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.sluice.cluster.tcp.Tcp;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;

/**
 * A process that reads and writes data without end. Every word of the data says which number the
 * version has and where the word belongs; a writer writes the next number. It prints what it saw
 * and did, with times of a clock that all processes of the machine share.
 */
public final class DataContender {

  static final String DATA = "numbered";
  static final int WORDS = 40_000;

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Keeps words of different numbers and places apart. */
  private static final long FACTOR = 1_000_003;

  private DataContender() {}

  /** With the arguments of {@link Contender#contend}. */
  public static void main(String[] args) throws Exception {
    var lease = Duration.ofMillis(Long.parseLong(args[3]));
    try (var sluice =
        Sluice.named(args[0]).nodeName(args[1]).over(Tcp.loopback()).lease(lease).join()) {
      if (!sluice.awaitMembership(Duration.ofMinutes(5))) {
        throw new IllegalStateException("no member");
      }
      say("member");
      var handle = sluice.data(DATA).size(8L * WORDS).open();
      var input = Thread.ofVirtual().start(DataContender::awaitDismissal);
      while (input.isAlive()) {
        turn(handle);
      }
    }
  }

  private static void awaitDismissal() {
    try {
      while (System.in.read() >= 0) {
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      say("dismissed " + e);
    }
  }

  private static void turn(DataHandle handle) throws InterruptedException {
    try {
      if (ThreadLocalRandom.current().nextInt(3) == 0) {
        read(handle);
      } else {
        write(handle);
      }
    } catch (LockLostException | TimeoutException e) {
      say("lost " + e.getMessage());
    } catch (DataLostException e) {
      say("gone " + e.getMessage());
      throw e;
    }
  }

  private static void read(DataHandle handle) throws InterruptedException, TimeoutException {
    long asked = System.nanoTime();
    try (var view = handle.requestRead().acquire(PATIENCE)) {
      long number = number(view.segment());
      if (view.valid()) {
        say("in " + System.nanoTime());
        say("saw " + asked + " " + number);
      }
    }
  }

  private static void write(DataHandle handle) throws InterruptedException, TimeoutException {
    long asked = System.nanoTime();
    try (var view = handle.requestWrite().acquire(PATIENCE)) {
      long number = number(view.segment());
      if (view.valid()) {
        say("in " + System.nanoTime());
        say("saw " + asked + " " + number);
      }
      for (int word = 0; word < WORDS; word++) {
        view.segment().setAtIndex(JAVA_LONG, word, (number + 1) * FACTOR + word);
      }
      if (ThreadLocalRandom.current().nextInt(8) > 0) {
        say("tries " + (number + 1));
        view.commit();
        say("did " + System.nanoTime() + " " + (number + 1));
      }
    }
  }

  /** The number of the version; the first version is full of zeros. */
  private static long number(MemorySegment words) {
    long first = words.getAtIndex(JAVA_LONG, 0);
    for (int word = 0; word < WORDS; word++) {
      long expected = first == 0 ? 0 : first + word;
      if (words.getAtIndex(JAVA_LONG, word) != expected) {
        say("torn at word " + word);
        throw new IllegalStateException("torn at word " + word);
      }
    }
    return first / FACTOR;
  }

  private static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
