package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The judge of leaders' callbacks finds what it is there to find. */
class TermsTest {

  private static Said said(String process, String... lines) {
    return new Said(process, List.of(lines), false);
  }

  private static void isFine(Said... all) {
    assertThatCode(() -> Terms.of(List.of(all)).check(1)).doesNotThrowAnyException();
  }

  private static void isFound(String what, Said... all) {
    assertThatThrownBy(() -> Terms.of(List.of(all)).check(1))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(what);
  }

  @Test
  void oneTermAfterTheOtherIsFine() {
    isFine(
        said(
            "a",
            "granted 10 1",
            "in 11 x:1:0:",
            "revoked 20 30 1 true",
            "granted 50 3",
            "revoked 60 61 3 true"),
        said("b", "granted 30 2", "revoked 40 41 2 true"));
  }

  @Test
  void aGrantBeforeTheRevokedCallbackHasReturnedIsFound() {
    var next = said("b", "granted 29 2", "revoked 40 41 2 true");
    isFound("but already", said("a", "granted 10 1", "revoked 20 30 1 true"), next);
    // It was cut off, so it could not be waited for.
    isFine(said("a", "granted 10 1", "revoked 20 30 1 false"), next);
  }

  @Test
  void callbacksThatAreNotToldInTurnAreFound() {
    isFound("granted again", said("a", "granted 10 1", "granted 20 2"));
    isFound("no term of its own", said("a", "revoked 20 30 1 true"));
    isFound("no term of its own", said("a", "granted 10 2", "revoked 20 30 1 true"));
  }

  @Test
  void aTermWithoutEndIsFoundUnlessItsProcessWasKilled() {
    var other = said("b", "granted 10 1", "revoked 20 30 1 true");
    isFound("never told the end", other, said("a", "granted 40 2"));
    isFine(other, new Said("a", List.of("granted 40 2"), true));
    isFound("was not told", other, said("a", "granted 40 2", "unrevoked 2"));
  }

  @Test
  void fencesThatDoNotRiseAreFound() {
    var first = said("a", "granted 10 2", "revoked 20 30 2 true");
    isFound(
        "and then",
        said("a", "granted 1 2", "revoked 2 3 2 true", "granted 4 1", "revoked 5 6 1 true"));
    isFound("the same fence", first, said("b", "granted 40 2", "revoked 50 60 2 true"));
  }

  @Test
  void aTermOfWhichNoCallbackWasToldIsFound() {
    isFound("has led with", said("a", "in 9 x:1:0:", "granted 10 2", "revoked 20 30 2 true"));
  }

  @Test
  void nothingToJudgeIsFound() {
    isFound("only 0 terms", said("a", "granted 10 1", "revoked 20 30 1 false"));
  }
}
