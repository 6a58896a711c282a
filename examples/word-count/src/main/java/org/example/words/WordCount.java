package org.example.words;

import io.sluice.streams.Pipeline;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;

/** Counts how often each word is in a file. */
public final class WordCount {

  /** A word, and how often it was found. */
  public record Count(String word, long times) {

    @Override
    public String toString() {
      return times + " " + word;
    }
  }

  private WordCount() {}

  /** What {@code sluice run} calls, with the arguments behind {@code --}. */
  public static Pipeline pipeline(String... args) {
    if (args.length != 1) {
      throw new IllegalArgumentException("name one file: sluice run word-count.jar -- FILE");
    }
    return counting(Source.lines(Path.of(args[0])), Sink.print());
  }

  /** The pipeline, for any lines and any sink. */
  static Pipeline counting(Source<String> lines, Sink<? super Count> counts) {
    return Pipeline.named("word-count")
        .from("lines", lines)
        .flatMap("split", WordCount::split)
        .keyBy(word -> word)
        .process("count", () -> 0L, new Counting())
        .to("counts", counts);
  }

  private static void split(String line, Consumer<? super String> words) {
    Arrays.stream(line.toLowerCase(Locale.ROOT).split("[^\\p{L}]+"))
        .filter(word -> !word.isEmpty())
        .forEach(words);
  }
}
