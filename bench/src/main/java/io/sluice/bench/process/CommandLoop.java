package io.sluice.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The child's side of the connection to the coordinator: reads a command, a line of words separated
 * by tabs, and answers with a line. When the coordinator ends, in whatever way, the child ends at
 * once.
 */
public final class CommandLoop {

  public static final String SEPARATOR = "\t";

  /** The first word of the answer to a command that failed. */
  static final String FAILED = "failed";

  private CommandLoop() {}

  /** Carries out one command. */
  @FunctionalInterface
  public interface Handler {
    String answer(List<String> words) throws Exception;
  }

  /** Answers commands until the coordinator ends. */
  public static void run(Handler handler) throws InterruptedException {
    // Libraries print to System.out; the coordinator must receive the answers only.
    var answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    var lines = new LinkedBlockingQueue<String>();
    Thread.ofPlatform().daemon().name("coordinator").start(() -> listen(lines));
    while (true) {
      answers.println(answer(handler, lines.take()));
    }
  }

  /** Runs on a thread of its own, to notice the coordinator's end during a long command. */
  private static void listen(BlockingQueue<String> lines) {
    try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException end) {
      // Treated as the end of the input.
    }
    Runtime.getRuntime().halt(0);
  }

  private static String answer(Handler handler, String line) {
    try {
      return handler.answer(List.of(line.split(SEPARATOR, -1)));
    } catch (Exception | LinkageError failure) {
      failure.printStackTrace();
      return FAILED + SEPARATOR + failure.toString().lines().findFirst().orElse("");
    }
  }
}
