package io.sluice.streams.engine;

import io.sluice.protocol.scaling.Decision;
import java.util.concurrent.TimeUnit;

final class NoDecider implements Decider {
  @Override
  public boolean isDue(long now) {
    return false;
  }

  @Override
  public long nanosToNextStep(long now) {
    return TimeUnit.MILLISECONDS.toNanos(100);
  }

  @Override
  public Decision decide(Instance self, long now) {
    return new Decision.Stay();
  }
}
