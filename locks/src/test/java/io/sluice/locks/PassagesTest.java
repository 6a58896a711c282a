package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The judge of latches and barriers finds what it is there to find. */
class PassagesTest {

  private static final String BROKEN = "broken 40 generation 0 of barrier 'x' is broken: ";

  private static Said said(String process, String... lines) {
    return new Said(process, List.of(lines), false);
  }

  private static Said killed(String process, String... lines) {
    return new Said(process, List.of(lines), true);
  }

  private static void isFine(Said... all) {
    assertThatCode(() -> Passages.of(List.of(all)).check(2, 2)).doesNotThrowAnyException();
  }

  private static void isFound(String what, Said... all) {
    assertThatThrownBy(() -> Passages.of(List.of(all)).check(2, 2))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(what);
  }

  @Test
  void allPassOrAllAreTold() {
    isFine(
        said("a", "arrive 10", "in 21 0 0", "arrive 30", BROKEN.replace("0 of", "1 of")),
        said("b", "arrive 20", "in 22 0 1", "arrive 31", BROKEN.replace("0 of", "1 of")));
  }

  @Test
  void aPassageBeforeTheLastArrivalIsFound() {
    isFound(
        "generation 0", said("a", "arrive 10", "in 19 0 0"), said("b", "arrive 20", "in 22 0 1"));
  }

  @Test
  void aMixedGenerationIsFound() {
    var passed = said("a", "arrive 10", "in 21 0 0");
    isFound("only these passed", passed, said("b", "arrive 20", BROKEN + "a member was lost"));
    isFound(
        "but these have passed",
        passed,
        killed("b", "arrive 20"),
        said("c", "arrive 20", BROKEN + "a party gave up"));
    isFound("only these passed", passed, said("b", "arrive 20", "broken 40 timed out after 5 ms"));
  }

  @Test
  void aPartyThatWasKilledOrCutOffMayBeMissing() {
    var passed = said("a", "arrive 10", "in 21 0 0");
    isFine(passed, killed("b", "arrive 20"));
    isFine(passed, said("b", "arrive 20", BROKEN + "this node was cut off from the others: late"));
    isFound("only these passed", passed, killed("b", "arrive 22"));
    isFound("only these passed", passed, killed("b"));
    // An arrival is of one generation.
    isFound(
        "in generation 1", passed, killed("b", "arrive 20"), said("c", "arrive 30", "in 31 1 0"));
  }

  @Test
  void anArrivalWithoutAnswerIsFound() {
    isFound("neither passed nor told", said("a", "arrive 10"));
  }

  @Test
  void aLatchThatOpensTooEarlyIsFound() {
    isFine(said("a", "counting 10", "counted 11", "open 20"), killed("b", "counting 12"));
    isFound("seen open", said("a", "counting 10", "open 20"), said("b", "counting 21"));
  }
}
