package io.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GeneratorTest {

  private static final long SECOND = 1_000_000_000;

  private long now = 77 * SECOND;
  private final List<Long> records = new ArrayList<>();

  /** Reads until the clock shows that time since the beginning, waiting as the reader says. */
  private long readUntil(Source.Reader<Long> reader, double seconds) throws Exception {
    long end = 77 * SECOND + (long) (seconds * SECOND);
    long wait = 0;
    while (wait >= 0 && now + wait <= end) {
      now += wait;
      wait = reader.read(records::add);
    }
    if (wait > 0) {
      now = end;
    }
    return wait;
  }

  private Generator<Long> generator() {
    return Source.<Long>generate(number -> number).clock(() -> now);
  }

  @Test
  void recordsAreMadeOfTheirNumbers() throws Exception {
    var reader = generator().limit(1_000).open();
    assertThat(readUntil(reader, 0)).isEqualTo(Source.Reader.END);
    assertThat(records).hasSize(1_000).startsWith(0L, 1L, 2L).endsWith(999L);
  }

  @Test
  void aFewRecordsAreReadAtATime() throws Exception {
    assertThat(generator().open().read(records::add)).isZero();
    assertThat(records).hasSizeBetween(1, 500);
  }

  @Test
  void aLimitOfZeroGivesNoRecord() throws Exception {
    assertThat(generator().limit(0).open().read(records::add)).isEqualTo(Source.Reader.END);
    assertThat(records).isEmpty();
  }

  @Test
  void aConstantRateGivesAsManyRecordsASecond() throws Exception {
    for (double rate : List.of(0.5, 3.0, 1_000.0, 12_345.0)) {
      records.clear();
      now = 77 * SECOND;
      var reader = generator().rate(rate).open();
      readUntil(reader, 10);
      assertThat((double) records.size()).isBetween(rate * 10 - 1 - rate / 1_000, rate * 10);
    }
  }

  @Test
  void slowRecordsAreGivenWhenTheyAreDue() throws Exception {
    var reader = generator().rate(4).open();
    assertThat(reader.read(records::add)).isEqualTo(SECOND / 4);
    now += SECOND / 4;
    assertThat(reader.read(records::add)).isEqualTo(SECOND / 4);
    assertThat(records).containsExactly(0L);
  }

  @Test
  void aReaderThatWasSlowCatchesUp() throws Exception {
    var reader = generator().rate(1_000).open();
    now += SECOND;
    readUntil(reader, 1);
    assertThat(records).hasSize(1_000);
  }

  @Test
  void aRateOverTimeIsIntegrated() throws Exception {
    var reader = generator().rate(seconds -> 100 * seconds).open();
    readUntil(reader, 4);
    assertThat(records).hasSizeBetween(795, 800);
    readUntil(reader, 8);
    assertThat(records).hasSizeBetween(3_190, 3_200);
  }

  @Test
  void aRateOfZeroIsAPause() throws Exception {
    var reader = generator().rate(seconds -> seconds < 1 || seconds > 3 ? 1_000 : 0).open();
    readUntil(reader, 1.5);
    assertThat(records).hasSizeBetween(990, 1_010);
    int before = records.size();
    readUntil(reader, 2.9);
    assertThat(records).hasSize(before);
    readUntil(reader, 4);
    assertThat(records).hasSizeBetween(1_980, 2_020);
  }

  @Test
  void aGeneratorIsNotChanged() throws Exception {
    var all = generator().limit(10);
    var some = all.limit(3);
    readUntil(all.open(), 0);
    assertThat(records).hasSize(10);
    readUntil(some.open(), 0);
    assertThat(records).hasSize(13);
  }

  @Test
  void badArgumentsAreRefused() {
    var generator = generator();
    assertThatThrownBy(() -> generator.limit(-1))
        .hasMessage("the limit of a generator is 0 or more records, not -1");
    assertThatThrownBy(() -> generator.rate(0))
        .hasMessage("the rate of a generator is above 0 records a second, not 0.0");
    assertThatThrownBy(() -> generator.rate(Double.NaN)).hasMessageEndingWith("not NaN");
    assertThatThrownBy(() -> readUntil(generator.rate(_ -> -1).open(), 1))
        .hasMessageStartingWith("the rate of a generator is 0 or more records a second; at 0.000");
  }
}
