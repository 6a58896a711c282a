package io.sluice.lab.experiment.padme;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.experiment.Experiments;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class SharedPadmeRunsTest {

  private final SharedPadmeRuns shared = new SharedPadmeRuns();

  private PadmeRuns runs(String name, int seeds) {
    return shared.of(name, seeds, new Options(seeds, () -> false), Progress.SILENT);
  }

  @Test
  void theSecondExperimentReusesTheRunsOfTheFirst() {
    var made = runs("one", 1);
    assertThat(runs("other", 1)).isSameAs(made);
    assertThat(runs("one", 1)).isNotSameAs(made).isEqualTo(made);
  }

  @Test
  void anExperimentThatRunsTwiceOrWithOtherSeedsGetsItsOwn() {
    var made = runs("one", 1);
    var again = runs("one", 1);
    assertThat(again).isNotSameAs(made).isEqualTo(made);
    assertThat(runs("other", 2)).isNotEqualTo(made);
  }

  /** The instances in {@link Experiments} share runs, too. */
  @Test
  void bothExperimentsShareThem() {
    var options = new Options(1, () -> false);
    var fractions = new ArrayList<Double>();
    var first = Experiments.find("padme-qos").orElseThrow();
    // The first time it may reuse the runs of another test.
    for (int i = 0; i < 2; i++) {
      var _ = first.run(options, Progress.SILENT);
    }
    var _ =
        Experiments.find("padme-throughput")
            .orElseThrow()
            .run(options, (_, fraction) -> fractions.add(fraction));
    assertThat(fractions).containsExactly(1.0);
  }
}
