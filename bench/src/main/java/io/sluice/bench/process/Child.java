package io.sluice.bench.process;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A process that the coordinator started, with commands to it and answers from it. */
public final class Child {

  private static final int LINES_OF_LOG = 5;

  private final String name;
  private final Process process;
  private final Path log;
  private final BufferedWriter to;

  /** The lines that the process printed; an empty one marks its end. */
  private final LinkedBlockingQueue<Optional<String>> from = new LinkedBlockingQueue<>();

  Child(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.to = process.outputWriter(StandardCharsets.UTF_8);
    Thread.ofPlatform().daemon().name("reader of " + name).start(this::listen);
  }

  private void listen() {
    try (var in = process.inputReader(StandardCharsets.UTF_8)) {
      in.lines().forEach(line -> from.add(Optional.of(line)));
    } catch (IOException | UncheckedIOException end) {
      // The process was stopped.
    }
    from.add(Optional.empty());
  }

  /** Sends a command; {@link #answer} returns the answer. */
  public void tell(Object... words) throws IOException {
    to.write(String.join(CommandLoop.SEPARATOR, Stream.of(words).map(String::valueOf).toList()));
    to.newLine();
    to.flush();
  }

  /**
   * The words of the answer.
   *
   * @throws IOException if the command failed, the process ended or did not answer in time
   */
  public List<String> answer(Duration limit) throws IOException, InterruptedException {
    var words = List.of(await(_ -> true, limit).split(CommandLoop.SEPARATOR, -1));
    if (words.getFirst().equals(CommandLoop.FAILED)) {
      throw new IOException(name + ": " + String.join(" ", words.subList(1, words.size())));
    }
    return words;
  }

  /** The first line that matches; drops the lines before it. */
  public String await(Predicate<String> matches, Duration limit)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      var heard = from.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (heard == null) {
        throw new IOException(
            name + " did not answer within " + limit.toSeconds() + " s" + lastLog());
      }
      if (heard.isEmpty()) {
        throw new IOException(name + " ended" + lastLog());
      }
      if (matches.test(heard.get())) {
        return heard.get();
      }
    }
  }

  private String lastLog() throws IOException {
    var lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
    var last = lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size());
    return last.isEmpty() ? "" : "; last lines of its log: " + String.join(" / ", last);
  }

  /** The process and its descendants. */
  Stream<ProcessHandle> handles() {
    return Stream.concat(process.descendants(), Stream.of(process.toHandle()));
  }

  void stop() {
    handles().toList().forEach(ProcessHandle::destroyForcibly);
  }

  /** Waits for the end after {@link #stop}. */
  void join() throws InterruptedException {
    process.waitFor();
  }
}
