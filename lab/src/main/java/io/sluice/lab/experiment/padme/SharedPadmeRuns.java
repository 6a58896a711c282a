package io.sluice.lab.experiment.padme;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import java.util.Optional;

/**
 * Lets two experiments that evaluate the same runs in different ways share them. The first
 * experiment makes the runs; the second takes them, and they are no longer kept. An experiment that
 * runs twice in a row gets new runs each time.
 */
public final class SharedPadmeRuns {

  private record Kept(String maker, int seeds, PadmeRuns runs) {}

  private Optional<Kept> kept = Optional.empty();

  synchronized PadmeRuns of(String name, int seeds, Options options, Progress progress) {
    var before = kept.filter(each -> each.seeds == seeds && !each.maker.equals(name));
    kept = Optional.empty();
    if (before.isPresent()) {
      progress.at(name, 1);
      return before.get().runs;
    }
    var runs = PadmeRuns.of(name, seeds, options, progress);
    kept = Optional.of(new Kept(name, seeds, runs));
    return runs;
  }
}
