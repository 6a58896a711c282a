package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.locks.History.Stay;
import io.sluice.protocol.Claim;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker finds what it is there to find. */
class HistoryTest {

  private static History of(Stay... stays) {
    var history = new History();
    for (Stay stay : stays) {
      history.add(stay);
    }
    return history;
  }

  @Test
  void oneAfterTheOtherIsFine() {
    var history = of(new Stay("x", "b", 20, 30, 2), new Stay("x", "a", 10, 20, 1));
    assertThatCode(history::check).doesNotThrowAnyException();
  }

  @Test
  void twoInsideAreFound() {
    var history = of(new Stay("x", "a", 10, 21, 1), new Stay("x", "b", 20, 30, 2));
    assertThatThrownBy(history::check).isInstanceOf(AssertionError.class);
  }

  @Test
  void aNumberThatDoesNotRiseIsFound() {
    var history = of(new Stay("x", "a", 10, 20, 7), new Stay("x", "b", 20, 30, 7));
    assertThatThrownBy(history::check).isInstanceOf(AssertionError.class);
  }

  @Test
  void peopleInOneRoomShareIt() {
    var history = of(new Stay("x", "a", "r", 10, 21, 1), new Stay("x", "b", "r", 20, 30, 1));
    assertThatCode(history::check).doesNotThrowAnyException();
    history.add(new Stay("x", "c", "s", 29, 40, 2));
    assertThatThrownBy(history::check).isInstanceOf(AssertionError.class);
  }

  @Test
  void unitsAreJudgedApart() {
    var history =
        of(
            new Stay("x", "a", Claim.EXCLUSIVE.toUnit(0), 10, 21, 2),
            new Stay("x", "b", Claim.EXCLUSIVE.toUnit(1), 20, 30, 1));
    assertThatCode(history::check).doesNotThrowAnyException();
    assertThatCode(() -> history.checkNeverMoreThan(2)).doesNotThrowAnyException();
    assertThatThrownBy(() -> history.checkNeverMoreThan(1)).isInstanceOf(AssertionError.class);
    history.add(new Stay("x", "c", Claim.EXCLUSIVE.toUnit(1), 29, 40, 3));
    assertThatThrownBy(history::check).isInstanceOf(AssertionError.class);
  }

  @Test
  void locksAreJudgedApart() {
    var history = of(new Stay("x", "a", 10, 21, 1), new Stay("y", "b", 20, 30, 1));
    assertThatCode(history::check).doesNotThrowAnyException();
  }

  @Test
  void aWaiterWithoutAnswerIsFound() {
    var history = of(new Stay("x", "a", 10, 20, 7));
    history.ask("x", "a", 25);
    history.ask("x", "b", 12);
    history.answer("x", "b");
    assertThatThrownBy(history::check)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("neither served nor told");
    history.answer("x", "a");
    assertThatCode(history::check).doesNotThrowAnyException();
  }

  @Test
  void whoWasKilledIsOwedNoAnswer() {
    var history = new History();
    history.ask("x", "a", 25);
    history.gone("a");
    assertThatCode(history::check).doesNotThrowAnyException();
  }

  @Test
  void aLockThatIsStuckIsFound() {
    var history = of(new Stay("x", "a", 10, 20, 1), new Stay("x", "b", 30, 40, 2));
    assertThatCode(() -> history.checkServedAfter(25, List.of("b"))).doesNotThrowAnyException();
    assertThatThrownBy(() -> history.checkServedAfter(25, List.of("a", "b")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("a was never let in again");
  }
}
