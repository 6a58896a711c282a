package org.example.words;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.example.running.SluiceRun;
import org.example.words.WordCount.Count;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class WordCountTest {

  private static final Path FILE = Path.of("river.txt");

  private static Map<String, Long> sequential() throws Exception {
    return Arrays.stream(Files.readString(FILE).toLowerCase(Locale.ROOT).split("[^a-z]+"))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  @Test
  void everyWordIsCounted() throws Exception {
    var counts = new ArrayList<Count>();
    try (var running = WordCount.counting(Source.lines(FILE), Sink.collect(counts)).start()) {
      running.await();
    }
    assertThat(counts.stream().collect(Collectors.toMap(Count::word, Count::times)))
        .isEqualTo(sequential())
        .containsEntry("river", 4L);
  }

  /** While instances come and go, too. */
  @Test
  void theCountDoesNotDependOnTheInstances() throws Exception {
    var counts = new ArrayList<Count>();
    var source = Source.generate(number -> "w" + (char) ('a' + number % 26)).limit(200_000);
    var pipeline =
        WordCount.counting(source, Sink.collect(counts))
            .instances("split", 1, 3)
            .instances("count", 1, 3);
    try (var running = pipeline.start()) {
      for (int instances : new int[] {3, 1, 2}) {
        var _ = running.scale("count", instances);
        var _ = running.scale("split", instances);
      }
      running.await();
    }
    assertThat(counts).extracting(Count::times).hasSize(26).containsOnly(7_693L, 7_692L);
    assertThat(LongStream.of(counts.stream().mapToLong(Count::times).toArray()).sum())
        .isEqualTo(200_000);
  }

  @Test
  void itRunsFromAShell(@TempDir Path directory) throws Exception {
    assertThat(SluiceRun.of(WordCount.class, directory, "--", FILE.toString()))
        .hasSize(sequential().size())
        .contains("4 river", "8 the", "2 sea");
  }
}
