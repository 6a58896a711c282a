package io.sluice.lab.experiment.scaling;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.report.page.Section;
import java.util.Optional;

/** An experiment that is simulated, or run with real instances in this process. */
abstract class LiveOrSimulated implements Experiment {

  /** With how many steps it runs live; 0 if it is simulated. */
  private final int liveSteps;

  LiveOrSimulated(int liveSteps) {
    this.liveSteps = liveSteps;
  }

  /** The same experiment, live. */
  abstract Experiment live(int steps);

  abstract Section live(int steps, Options options, Progress progress);

  abstract Section simulated(Options options, Progress progress);

  @Override
  public final Optional<Experiment> forLiveNodes() {
    return Optional.of(live(ScalingSetup.STEPS));
  }

  @Override
  public final boolean livesInOneProcess() {
    return true;
  }

  @Override
  public final double liveScale() {
    return ScalingBeside.STEP_SECONDS;
  }

  @Override
  public final Experiment quick() {
    return liveSteps == 0 ? this : live(ScalingBeside.QUICK_STEPS);
  }

  @Override
  public final Section run(Options options, Progress progress) {
    return liveSteps == 0 ? simulated(options, progress) : live(liveSteps, options, progress);
  }
}
