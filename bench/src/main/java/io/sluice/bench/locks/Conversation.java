package io.sluice.bench.locks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A child's side of the talk with the coordinator: a line of words separated by tabs comes in, a
 * line goes out. When the coordinator is gone, however it went, the child ends at once.
 */
final class Conversation {

  static final String SEPARATOR = "\t";

  /** The first word of an answer that is none. */
  static final String FAILED = "failed";

  private Conversation() {}

  /** What the child does for a line. */
  @FunctionalInterface
  interface Part {
    String answer(List<String> words) throws Exception;
  }

  static void hold(Part part) throws InterruptedException {
    // Libraries print to System.out; the coordinator must hear the answers only.
    var answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    var lines = new LinkedBlockingQueue<String>();
    Thread.ofPlatform().daemon().name("coordinator").start(() -> listen(lines));
    while (true) {
      answers.println(answer(part, lines.take()));
    }
  }

  /** On a thread of its own, so that the end is noticed while a lock is waited for. */
  private static void listen(BlockingQueue<String> lines) {
    try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException end) {
      // The same as the end of the input.
    }
    Runtime.getRuntime().halt(0);
  }

  private static String answer(Part part, String line) {
    try {
      return part.answer(List.of(line.split(SEPARATOR, -1)));
    } catch (Exception | LinkageError failure) {
      failure.printStackTrace();
      return FAILED + SEPARATOR + failure.toString().lines().findFirst().orElse("");
    }
  }
}
