package io.sluice.bench.locks.measure;

import io.sluice.bench.locks.service.SluiceLocks;
import io.sluice.bench.process.CommandLoop;
import io.sluice.locks.Sluice;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * Some members of a cluster in one process, which want nothing unless told, and short commands. Its
 * commands:
 *
 * <ul>
 *   <li>{@code open ADDRESS NAME COUNT}: COUNT members join, one after the other;
 *   <li>{@code meet MEMBERS}: waits until they all know that many members;
 *   <li>{@code use PREFIX NAMES}: the first member acquires and releases that many locks, each
 *       once;
 *   <li>{@code heap}: answers with the bytes of heap in use after a full collection;
 *   <li>{@code join ADDRESS PER_SECOND BEGIN END}: at that rate a new member joins, acquires a lock
 *       and departs; answers with how many did and the median of the milliseconds each took;
 *   <li>{@code join-alone ADDRESS BEGIN END}: the same, one member after the other;
 *   <li>{@code request PER_SECOND BEGIN END}: the same, with locks that the first member acquires;
 *   <li>{@code start PER_SECOND BEGIN END COMMAND}: the same, with a process each;
 *   <li>{@code through PER_SECOND BEGIN END JAR COMMAND}: the same, with what such a process does,
 *       in this one.
 * </ul>
 */
final class MembersProcess {

  private static final String LOCK = "command";
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** More would wait for each other only. */
  private static final int MOST_AT_ONCE = 20;

  private static final long LONGEST = TimeUnit.MINUTES.toNanos(5);

  /** What one short command does. */
  @FunctionalInterface
  private interface Command {
    void run(int number) throws Exception;
  }

  private final List<Sluice> members = new ArrayList<>();

  private MembersProcess() {}

  static void main() throws InterruptedException {
    CommandLoop.run(new MembersProcess()::answer);
  }

  private String answer(List<String> words) throws Exception {
    return switch (words.getFirst()) {
      case "open" -> {
        for (int i = 0; i < Integer.parseInt(words.get(3)); i++) {
          members.add(SluiceLocks.join(words.get(1), words.get(2) + "-" + i));
        }
        yield "opened";
      }
      case "meet" -> {
        int all = Integer.parseInt(words.get(1));
        for (var member : members) {
          while (member.view().members().size() != all) {
            LockSupport.parkNanos(POLL_NANOS);
          }
        }
        yield "met";
      }
      case "use" -> {
        for (int name = 0; name < Integer.parseInt(words.get(2)); name++) {
          members.getFirst().lock(words.get(1) + name).acquire().close();
        }
        yield "used";
      }
      case "heap" -> Long.toString(Contender.heap());
      case "join" -> repeat(words.subList(2, 5), joining(words.get(1)));
      case "join-alone" -> oneAfterTheOther(words.get(2), words.get(3), joining(words.get(1)));
      case "request" ->
          repeat(words.subList(1, 4), _ -> members.getFirst().lock(LOCK).acquire().close());
      case "start" -> {
        var command = List.of(words.getLast().split(" ", -1));
        yield repeat(words.subList(1, 4), _ -> Launcher.run(command));
      }
      case "through" -> through(words);
      default -> throw new IllegalArgumentException("unknown command " + words);
    };
  }

  /** The classes of the command line are no part of this program, so that they start apart. */
  private static String through(List<String> words) throws Exception {
    try (var jar = new URLClassLoader(new URL[] {Path.of(words.get(4)).toUri().toURL()})) {
      var run =
          jar.loadClass("io.sluice.cli.host.NodeClient")
              .getMethod("run", String[].class, BooleanSupplier.class);
      var command = words.getLast().split(" ", -1);
      BooleanSupplier interrupted = () -> false;
      return repeat(
          words.subList(1, 4),
          _ -> {
            var code = run.invoke(null, command, interrupted);
            if (!code.equals(0)) {
              throw new IllegalStateException(words.getLast() + " ended with " + code);
            }
          });
    }
  }

  private static Command joining(String address) {
    return number -> {
      try (var member = SluiceLocks.join(address, "command-" + number)) {
        member.lock(LOCK).acquire().close();
      }
    };
  }

  private static String oneAfterTheOther(String begin, String end, Command command)
      throws Exception {
    var took = new ConcurrentHistogram(LONGEST, 3);
    Contender.await(Long.parseLong(begin));
    for (int i = 0; System.nanoTime() < Long.parseLong(end); i++) {
      long start = System.nanoTime();
      command.run(i);
      took.recordValue(System.nanoTime() - start);
    }
    return answer(took);
  }

  private static String repeat(List<String> words, Command command) throws Exception {
    double perSecond = Double.parseDouble(words.get(0));
    long begin = Long.parseLong(words.get(1));
    long end = Long.parseLong(words.get(2));
    var took = new ConcurrentHistogram(LONGEST, 3);
    var failed = new AtomicInteger();
    var room = new Semaphore(MOST_AT_ONCE);
    try (var commands = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; due(begin, i, perSecond) < end; i++) {
        Contender.await(due(begin, i, perSecond));
        room.acquire();
        if (System.nanoTime() >= end) {
          break;
        }
        int number = i;
        commands.execute(
            () -> {
              long start = System.nanoTime();
              try {
                command.run(number);
                took.recordValue(System.nanoTime() - start);
              } catch (Exception e) {
                e.printStackTrace();
                failed.incrementAndGet();
              } finally {
                room.release();
              }
            });
      }
    }
    if (failed.get() > 0) {
      throw new IllegalStateException(failed + " commands failed");
    }
    return answer(took);
  }

  private static String answer(ConcurrentHistogram took) {
    return took.getTotalCount() + CommandLoop.SEPARATOR + took.getValueAtPercentile(50) / 1e6;
  }

  private static long due(long begin, int number, double perSecond) {
    return begin + (long) (number * 1e9 / perSecond);
  }
}
