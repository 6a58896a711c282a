package io.sluice.locks;

import static org.awaitility.Awaitility.await;

import io.sluice.locks.History.Stay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;

/** A contender in a process of its own, and what it has printed. */
public final class ContenderProcess {

  private static final Duration LONGEST_ACCOUNT = Duration.ofSeconds(20);
  private static final int LINES_OF_LATE = 20;

  final String name;
  private final Process process;
  private final Thread reader;
  private final List<String> said = new ArrayList<>();
  private long killed = Long.MAX_VALUE;

  /** Whether it did not end by itself although its input had ended. */
  private boolean stuck;

  public ContenderProcess(String name, Process process) {
    this.name = name;
    this.process = process;
    reader = Thread.ofVirtual().unstarted(this::read);
    reader.start();
  }

  private void read() {
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(this::heard);
    } catch (IOException e) {
      heard(e.toString());
    }
  }

  private synchronized void heard(String line) {
    said.add(line);
  }

  public synchronized List<String> said() {
    return List.copyOf(said);
  }

  public long count(String word) {
    return said().stream().filter(line -> (line + " ").startsWith(word + " ")).count();
  }

  /** The time at which it has said that word last: the number that follows it. */
  long lastTime(String word) {
    return said().stream()
        .filter(line -> line.startsWith(word + " "))
        .mapToLong(line -> number(line.split(" ", -1)[1]))
        .reduce((_, last) -> last)
        .orElseThrow(() -> new AssertionError(name + " has not said '" + word + "'"));
  }

  public void awaitWord(String word) {
    await(name + " " + word)
        .atMost(ContenderProcesses.PATIENCE)
        .until(() -> count(word) > 0 || !process.isAlive());
    if (count(word) == 0) {
      throw new AssertionError(name + " ended without '" + word + "': " + said());
    }
  }

  /** It enters later than that. */
  public void awaitEntryAfter(long time) {
    await(name + " enters later")
        .atMost(ContenderProcesses.PATIENCE)
        .until(
            () ->
                said().stream()
                    .filter(line -> line.startsWith("in "))
                    .anyMatch(line -> number(line.split(" ", -1)[1]) - time > 0));
  }

  /** kill -9; not destroyForcibly, which would also throw away what it has said. */
  public void kill() throws IOException, InterruptedException {
    killed = System.nanoTime();
    signal("KILL");
    process.waitFor();
    reader.join();
  }

  /** It has not ended although its input has: it is killed, and excused of nothing. */
  void killAsStuck() throws IOException, InterruptedException {
    stuck = true;
    kill();
  }

  /** What it has said, for judges. */
  Said testimony() {
    return new Said(name, said(), killed != Long.MAX_VALUE && !stuck);
  }

  /** Sends a signal; if it stops the process, returns when all of its threads have stopped. */
  public void signal(String signal) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    if (signal.equals("STOP")) {
      await(name + " stops").atMost(ContenderProcesses.PATIENCE).until(this::isStopped);
    }
  }

  /** One thread takes the signal when it runs next, and only then are the others stopped. */
  private boolean isStopped() throws IOException {
    var threads = Path.of("/proc", Long.toString(process.pid()), "task");
    if (!Files.isDirectory(threads)) {
      return true; // not Linux
    }
    try (var all = Files.list(threads)) {
      return all.allMatch(ContenderProcess::isStopped);
    }
  }

  private static boolean isStopped(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      return stat.startsWith("T", stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return true; // the thread has ended
    }
  }

  /**
   * What it has said of late, and what its threads do now: for people who want to know why it does
   * not go on. The JVM prints its threads to the output on this signal, after what it has said.
   */
  String account() throws IOException, InterruptedException {
    int before = said().size();
    signal("QUIT");
    Predicate<String> last = line -> line.startsWith("Heap");
    try {
      await().atMost(LONGEST_ACCOUNT).until(() -> said().stream().skip(before).anyMatch(last));
    } catch (ConditionTimeoutException e) {
      heard("its threads were not printed in time");
    }
    return said().stream()
        .skip(Math.max(0, before - LINES_OF_LATE))
        .collect(Collectors.joining("\n", "=== " + name + "\n", "\n"));
  }

  /** Writes a line to its input. */
  void tell(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Its input ends, and so shall it. */
  public void dismiss() throws IOException {
    process.getOutputStream().close();
  }

  public boolean ends(long timeout, TimeUnit unit) throws InterruptedException {
    boolean ended = process.waitFor(timeout, unit);
    if (ended) {
      reader.join(); // what it has said last is judged too
    }
    return ended;
  }

  void destroy() {
    process.destroyForcibly();
  }

  void addTo(History history) {
    Optional<String[]> open = Optional.empty();
    for (String line : said()) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "ask" -> history.ask("x", name, number(words[1]));
        case "told" -> history.answer("x", name);
        case "unaware" -> history.unaware(name, number(words[1]));
        case "in" -> {
          open = Optional.of(words);
          history.answer("x", name);
        }
        case "out", "lost" -> {
          open = Optional.empty();
          add(history, words, 3, number(words[1]), number(words[2]));
        }
        default -> {}
      }
    }
    if (killed != Long.MAX_VALUE && !stuck) {
      history.gone(name);
    }
    // It said that it was in, and then it was killed.
    open.ifPresent(
        words -> {
          long from = number(words[1]);
          add(history, words, 2, from, Math.max(from, Math.min(killed, System.nanoTime())));
        });
  }

  private void add(History history, String[] words, int first, long from, long to) {
    for (String text : List.of(words).subList(first, words.length)) {
      var part = Held.Part.parse(text);
      history.add(new Stay(part.lock(), name, part.claim(), from, to, part.fence()));
    }
  }

  private static long number(String word) {
    return Long.parseLong(word);
  }
}
