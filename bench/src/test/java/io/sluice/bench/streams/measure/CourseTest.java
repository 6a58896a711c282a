package io.sluice.bench.streams.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.streams.measure.Course.Sample;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When the number of instances is final, and how it came there. */
class CourseTest {

  private static Course course(int... instances) {
    return Course.of(
        IntStream.range(0, instances.length).mapToObj(i -> new Sample(i, instances[i])).toList());
  }

  @Test
  void settledIsTheLastChange() {
    assertThat(course(1, 1, 2, 4, 4, 4)).isEqualTo(new Course(4, 3, 0, 0));
  }

  @Test
  void whatGoesTooFarAndComesBackIsAnOvershootAndAReversal() {
    assertThat(course(1, 3, 6, 5, 4, 4)).isEqualTo(new Course(4, 4, 2, 1));
  }

  @Test
  void eachTurnIsAReversal() {
    assertThat(course(2, 3, 2, 2, 3, 3).reversals()).isEqualTo(2);
  }

  @Test
  void whatNeverChangesIsSettledFromTheBeginning() {
    assertThat(course(2, 2)).isEqualTo(new Course(2, 0, 0, 0));
  }
}
