package io.sluice.lab.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.advise.Advice.Ranked;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.simulate.Delay;
import io.sluice.protocol.priority.Models.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class PadmeAdvisorTest {

  /** They ask far more often than there is time inside. */
  private static final List<Participant> BUSY =
      List.of(
          new Participant("sensor-1", 2, 5),
          new Participant("sensor-2", 2, 5),
          new Participant("sensor-3", 2, 5),
          new Participant("pilot-1", 1, 2),
          new Participant("pilot-2", 1, 3),
          new Participant("control", 0, 1));

  private static final Environment NARROW = new Environment(Delay.millis(50), Delay.millis(100), 2);

  private static Advice advise(Environment environment, Objective objective) {
    return new PadmeAdvisor(BUSY, environment, objective).advise(Options.DEFAULT, Progress.SILENT);
  }

  @Test
  void urgentParticipantsAreNearTheRootThenThoseThatAskOften() {
    var plan = advise(NARROW, Objective.USUAL).best().choice().plan();
    assertThat(plan.order())
        .extracting(participant -> BUSY.get(participant).name())
        .containsExactly("control", "pilot-2", "pilot-1", "sensor-1", "sensor-2", "sensor-3");
    assertThat(plan.arity()).isLessThanOrEqualTo(NARROW.children());
  }

  @Test
  void aWeightOnTheLongestWaitChoosesFair() {
    var advice = advise(NARROW, new Objective(0, 0, 0, 1, 2));
    assertThat(advice.best().choice().models().priority()).isEqualTo(Priority.FAIR);
  }

  /** Level gives the top what it wants; it takes an objective that sees the top alone. */
  @Test
  void aHighUrgencyShortensTheWaitOfTheTop() {
    var forTop = advise(NARROW, new Objective(1, 0, 0, 0, 1000)).best().measures();
    var forAll = advise(NARROW, new Objective(0, 0, 0, 1, 1)).best().measures();
    assertThat(forTop.byPriority().getFirst()).isLessThan(forAll.byPriority().getFirst());
    assertThat(forTop.longest()).isGreaterThanOrEqualTo(forAll.longest());
  }

  @Test
  void withRoomForAllChildrenAStarIsAmongTheChoices() {
    var wide = new Environment(Delay.millis(50), Delay.millis(100), 8);
    var advice = advise(wide, new Objective(0, 0, 1, 0, 1));
    assertThat(advice.tried()).isEqualTo(4 * 16);
    assertThat(advice.ranking().getFirst().measures().messages())
        .isLessThanOrEqualTo(advice.ranking().getLast().measures().messages());
  }

  @Test
  void theRankingIsByCostAndEveryReasonNamesAnAlternative() {
    var advice = advise(NARROW, Objective.USUAL);
    assertThat(advice.ranking()).hasSizeGreaterThan(1);
    assertThat(advice.ranking()).extracting(Ranked::cost).isSorted();
    assertThat(advice.ranking())
        .allSatisfy(one -> assertThat(one.cost()).isGreaterThanOrEqualTo(1));
    assertThat(advice.reasons())
        .anyMatch(reason -> reason.contains(" instead of "))
        .anyMatch(reason -> reason.startsWith("6 participants"));
  }

  @Test
  void theSameQuestionHasTheSameAnswer() {
    assertThat(advise(NARROW, Objective.USUAL)).isEqualTo(advise(NARROW, Objective.USUAL));
  }

  @Test
  void progressIsAFractionAndTheRunCanBeStopped() {
    var fractions = new ArrayList<Double>();
    new PadmeAdvisor(BUSY, NARROW, Objective.USUAL)
        .advise(Options.DEFAULT, (_, fraction) -> fractions.add(fraction));
    assertThat(fractions).isNotEmpty().allMatch(fraction -> fraction >= 0 && fraction <= 1);
    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(
            () ->
                new PadmeAdvisor(BUSY, NARROW, Objective.USUAL)
                    .advise(new Options(0, () -> true), Progress.SILENT));
  }

  @Test
  void nonsenseIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PadmeAdvisor(BUSY.subList(0, 1), Environment.USUAL, Objective.USUAL))
        .withMessageContaining("2 to 2000 participants, not 1");
    assertThatIllegalArgumentException().isThrownBy(() -> new Participant("a", -1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Participant("a", 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Participant("a", 0, Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> new Objective(0, 0, 0, 0, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new Objective(-1, 1, 1, 1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new Objective(1, 1, 1, 1, 0.5));
  }
}
