package io.sluice.cluster.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.recording.StepRecorder;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunningProcessTest {

  /** Sends on every input; throws at a release, after it has written two effects. */
  private static final class Throwing implements Protocol<Integer, String> {
    @Override
    public Integer initial() {
      return 0;
    }

    @Override
    public Integer on(Integer state, Input<String> input, Outbox<String> out) {
      out.send(1, "message " + state);
      out.timer("timer", 5);
      if (input instanceof Input.Release<String>) {
        throw new IllegalStateException("broken");
      }
      return state + 1;
    }
  }

  /** Writes down what the process does. */
  private static final class Recorder implements RunningProcess.Environment {
    private final List<String> done = new ArrayList<>();
    private boolean broken;

    @Override
    public void send(int to, Object message) {
      if (broken) {
        throw new IllegalArgumentException("cannot be sent");
      }
      done.add(to + " " + message);
    }

    @Override
    public void granted(int unit) {
      done.add("granted");
    }

    @Override
    public void later(Runnable task, long delayMillis) {
      done.add("timer");
    }

    @Override
    public void failed(ImpossibleInput why) {
      done.add(why.getMessage());
    }
  }

  private static RunningProcess<?, ?> start(Recorder environment) {
    var algorithm =
        Algorithm.<Integer, String>of("throwing", Family.EXCLUSIVE, (_, _) -> new Throwing())
            .build();
    return new RunningProcess<>(algorithm, 0, Layout.plain(2), StepRecorder.NONE, environment);
  }

  @Test
  void noEffectOfAFailedStepIsCarriedOutNowOrLater() {
    var recorder = new Recorder();
    var process = start(recorder);
    process.acquire(Claim.EXCLUSIVE);
    process.release();
    process.acquire(Claim.EXCLUSIVE);
    process.release();
    assertThat(recorder.done)
        .containsExactly(
            "1 message 0",
            "timer",
            "process 0 cannot take Release[]: java.lang.IllegalStateException: broken");
  }

  @Test
  void anEffectThatCannotBeCarriedOutIsAFailureToo() {
    var recorder = new Recorder();
    var process = start(recorder);
    recorder.broken = true;
    process.acquire(Claim.EXCLUSIVE);
    process.acquire(Claim.EXCLUSIVE);
    assertThat(recorder.done)
        .singleElement()
        .asString()
        .endsWith("java.lang.IllegalArgumentException: cannot be sent");
  }

  @Test
  void aProcessThatCannotStartHasFailed() {
    var recorder = new Recorder();
    var algorithm =
        Algorithm.<Integer, String>of(
                "unstartable",
                Family.EXCLUSIVE,
                (_, _) -> {
                  throw new IllegalArgumentException("too many processes");
                })
            .build();
    var process = new RunningProcess<>(algorithm, 0, Layout.plain(2), StepRecorder.NONE, recorder);
    process.acquire(Claim.EXCLUSIVE);
    assertThat(recorder.done)
        .containsExactly(
            "process 0 cannot take its initial state: java.lang.IllegalArgumentException: too many"
                + " processes");
  }
}
