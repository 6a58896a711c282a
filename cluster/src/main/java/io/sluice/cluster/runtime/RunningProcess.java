package io.sluice.cluster.runtime;

import io.sluice.cluster.recording.StepRecorder;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One process of a protocol, running: it takes steps and, after each, carries out the effects in
 * the order in which the step wrote them. Not thread-safe.
 *
 * <p>A failure is final. When a step throws, none of its effects is carried out; when an effect
 * throws, none after it is. Either way the environment is told once, and every later input is
 * ignored.
 */
final class RunningProcess<S, M> {

  /** What a process can do to the world around it. */
  interface Environment {
    void send(int to, Object message);

    /** The process is inside; it may release within this call. */
    void granted(int unit);

    /** Runs the task after a delay as one of the steps of this process, if it still runs then. */
    void later(Runnable task, long delayMillis);

    /** The process has failed and takes no further step. Called once. */
    void failed(ImpossibleInput why);
  }

  private final int self;
  private final Environment environment;
  private final ArrayDeque<Runnable> effects = new ArrayDeque<>(2);
  private final StepRecorder recorder;
  private final Outbox<M> out;

  /** How often each timer has been set: the expiry of an older setting is ignored. */
  private final Map<String, Integer> settings = HashMap.newHashMap(0);

  @SuppressWarnings("NullAway") // null only if the process failed to start
  private Protocol<S, M> protocol;

  @SuppressWarnings("NullAway") // null only if the process failed to start
  private S state;

  private boolean acting;
  private boolean failed;

  /**
   * Starts process {@code self} of the algorithm.
   *
   * @param recorder is told each step before its effects are carried out
   */
  RunningProcess(
      Algorithm<S, M> algorithm,
      int self,
      Layout layout,
      StepRecorder recorder,
      Environment environment) {
    this.self = self;
    this.recorder = recorder;
    this.out = recorder.around(new Effects());
    this.environment = environment;
    try {
      this.protocol = algorithm.process(self, layout);
      this.state = protocol.initial();
    } catch (RuntimeException | Error e) {
      fail("its initial state", e);
    }
  }

  void acquire(Claim claim) {
    take(new Input.Acquire<>(claim));
  }

  void release() {
    take(new Input.Release<>());
  }

  /** Only for a protocol that supports withdrawal, and while the process waits. */
  void withdraw() {
    take(new Input.Withdraw<>());
  }

  /** The message's type is not checked: the codec or the same algorithm in this JVM made it. */
  @SuppressWarnings("unchecked")
  void receive(int from, Object message) {
    take(new Input.Receive<>(from, (M) message));
  }

  /** Runs the task after a delay as one of the steps of this process. */
  void later(Runnable task, long delayMillis) {
    environment.later(task, delayMillis);
  }

  private void expire(String timer, int setting) {
    if (settings.getOrDefault(timer, 0) == setting) {
      take(new Input.Expired<>(timer));
    }
  }

  private void take(Input<M> input) {
    if (failed) {
      return;
    }
    try {
      state = step(input);
      if (!acting) { // Else the effects come after those of the step that led here.
        carryOutEffects();
      }
    } catch (RuntimeException | Error e) {
      fail(input, e);
    }
  }

  private S step(Input<M> input) {
    try {
      S next = protocol.on(state, input, out);
      recorder.took(input);
      return next;
    } catch (RuntimeException | Error e) {
      recorder.failed(input, e);
      throw e;
    }
  }

  private void carryOutEffects() {
    acting = true;
    try {
      for (Runnable next = effects.poll(); next != null; next = effects.poll()) {
        next.run();
      }
    } finally {
      acting = false;
    }
  }

  private void fail(Object input, Throwable why) {
    failed = true;
    effects.clear();
    environment.failed(ImpossibleInput.of(self, input, why));
  }

  private final class Effects implements Outbox<M> {
    @Override
    public void send(int to, M message) {
      effects.add(() -> environment.send(to, message));
    }

    @Override
    public void granted(int unit, long fence) {
      effects.add(() -> environment.granted(unit));
    }

    @Override
    public void timer(String name, long delayMillis) {
      effects.add(
          () -> {
            int count = settings.merge(name, 1, Integer::sum);
            environment.later(() -> expire(name, count), delayMillis);
          });
    }

    @Override
    public void joined() {
      throw new UnsupportedOperationException("joined() without having been told to join");
    }

    @Override
    public void departed() {
      throw new UnsupportedOperationException("departed() without having been told to depart");
    }

    @Override
    public void draw(String name, int bound) {
      int outcome = ThreadLocalRandom.current().nextInt(bound);
      effects.add(() -> environment.later(() -> take(new Input.Drawn<>(name, outcome)), 0));
    }
  }
}
