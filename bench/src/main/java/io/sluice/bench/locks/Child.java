package io.sluice.bench.locks;

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

/** The coordinator's side of the talk with a process it started. */
public final class Child {

  private static final int LINES_OF_LOG = 5;

  private final String name;
  private final Process process;
  private final Path log;
  private final BufferedWriter to;

  /** What it said; an empty one is the end. */
  private final LinkedBlockingQueue<Optional<String>> from = new LinkedBlockingQueue<>();

  Child(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.to = process.outputWriter(StandardCharsets.UTF_8);
    Thread.ofPlatform().daemon().name("ear of " + name).start(this::listen);
  }

  private void listen() {
    try (var in = process.inputReader(StandardCharsets.UTF_8)) {
      in.lines().forEach(line -> from.add(Optional.of(line)));
    } catch (IOException | UncheckedIOException end) {
      // The process was stopped; the same as its end.
    }
    from.add(Optional.empty());
  }

  /** Gives it a line to work on; {@link #answer} has what comes of it. */
  public void tell(Object... words) throws IOException {
    to.write(String.join(Conversation.SEPARATOR, Stream.of(words).map(String::valueOf).toList()));
    to.newLine();
    to.flush();
  }

  /** The words of its answer. */
  public List<String> answer(Duration patience) throws IOException, InterruptedException {
    var words = List.of(await(_ -> true, patience).split(Conversation.SEPARATOR, -1));
    if (words.getFirst().equals(Conversation.FAILED)) {
      throw new IOException(name + ": " + String.join(" ", words.subList(1, words.size())));
    }
    return words;
  }

  /** The first line that is as wished; those before it are dropped. */
  public String await(Predicate<String> wished, Duration patience)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      var heard = from.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (heard == null) {
        throw new IOException(
            name + " says nothing for " + patience.toSeconds() + " s" + lastLog());
      }
      if (heard.isEmpty()) {
        throw new IOException(name + " has ended" + lastLog());
      }
      if (wished.test(heard.get())) {
        return heard.get();
      }
    }
  }

  private String lastLog() throws IOException {
    var lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
    var last = lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size());
    return last.isEmpty() ? "" : "; its last words: " + String.join(" / ", last);
  }

  /** It and what it started. */
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
