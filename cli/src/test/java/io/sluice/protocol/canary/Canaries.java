package io.sluice.protocol.canary;

import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Ticket;
import java.io.File;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;

/** Each class but {@link Pure} breaks a rule for protocols on purpose. */
@SuppressWarnings({"unused", "JavaTimeDefaultTimeZone", "NonFinalStaticField"})
public final class Canaries {

  private Canaries() {}

  /** What a protocol may use: values, collections, sealed types, pattern switches. */
  public sealed interface Pure {
    record Left(Ticket ticket, Duration lease) implements Pure {}

    record Right(List<Ticket> tickets) implements Pure {}

    default int size(int[] counts) {
      return switch (this) {
        case Left _ -> counts.clone().length;
        case Right(var tickets) -> tickets.size();
      };
    }
  }

  public static final class UsesTheLab {
    Verdict verdict = new Verdict.Ok();
  }

  static final class UsesAnotherModule {
    Object logger = Logger.getGlobal();
  }

  static final class DrawsFromRandom {
    int draw(Random random) {
      return random.nextInt();
    }
  }

  static final class DrawsFromMath {
    double draw() {
      return Math.random();
    }
  }

  static final class DrawsUuid {
    UUID draw() {
      return UUID.randomUUID();
    }
  }

  static final class Shuffles {
    List<Integer> shuffle(List<Integer> list) {
      var copy = new ArrayList<>(list);
      Collections.shuffle(copy);
      return copy;
    }
  }

  static final class StartsThread {
    void start() {
      Thread.startVirtualThread(() -> {});
    }
  }

  static final class SharesAtomic {
    Object counter = new AtomicLong();
  }

  static final class Synchronizes {
    synchronized int get() {
      return 1;
    }
  }

  static final class ReadsNanoTime {
    long now() {
      return System.nanoTime();
    }
  }

  static final class ReadsCurrentTime {
    long now() {
      return System.currentTimeMillis();
    }
  }

  static final class ReadsClock {
    long now(Clock clock) {
      return clock.millis();
    }
  }

  static final class ReadsInstant {
    Object now() {
      return Instant.now();
    }
  }

  static final class ReadsDate {
    LocalDate now() {
      return LocalDate.now();
    }
  }

  static final class ReadsEnvironment {
    String home() {
      return System.getenv("HOME");
    }
  }

  static final class Prints {
    void print() {
      System.out.println("in a protocol");
    }
  }

  static final class UsesIo {
    boolean exists() {
      return new File("/").exists();
    }
  }

  static final class UsesNet {
    Object uri = URI.create("a:b");
  }

  static final class UsesNio {
    ByteBuffer[] buffers = {};
  }

  static final class KeepsStatic {
    static int count;
  }
}
