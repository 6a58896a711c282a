package io.sluice.cluster.runtime;

import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One process's part of a protocol, running: it takes steps and, after each, carries out the
 * effects in the order in which the step wrote them. Not for several threads at once.
 */
final class RunningProcess<S, M> {

  /** What a part can do to the world. */
  interface Surroundings {
    void send(int to, Object message);

    /** The node is inside; it may release within this call. */
    void granted(int unit);

    /** Runs the task after a while, if this part still lives, and as one of its steps. */
    void later(Runnable task, long delayMillis);
  }

  private final Protocol<S, M> protocol;
  private final Surroundings surroundings;
  private final ArrayDeque<Runnable> effects = new ArrayDeque<>(2);
  private final Effects out = new Effects();

  /** How often each timer has been set: an older setting that runs out means nothing. */
  private final Map<String, Integer> settings = HashMap.newHashMap(0);

  private S state;
  private boolean acting;

  RunningProcess(Protocol<S, M> protocol, Surroundings surroundings) {
    this.protocol = protocol;
    this.surroundings = surroundings;
    this.state = protocol.initial();
  }

  void acquire(Claim claim) {
    take(new Input.Acquire<>(claim));
  }

  void release() {
    take(new Input.Release<>());
  }

  /** Only of a protocol that knows how, and while it waits. */
  void withdraw() {
    take(new Input.Withdraw<>());
  }

  /** A message known only as such: the codec, or the same algorithm in the same JVM, made it. */
  @SuppressWarnings("unchecked")
  void receive(int from, Object message) {
    take(new Input.Receive<>(from, (M) message));
  }

  /** Runs the task after a while as one of this part's steps. */
  void later(Runnable task, long delayMillis) {
    surroundings.later(task, delayMillis);
  }

  private void expire(String timer, int setting) {
    if (settings.getOrDefault(timer, 0) == setting) {
      take(new Input.Expired<>(timer));
    }
  }

  private void take(Input<M> input) {
    state = protocol.on(state, input, out);
    if (acting) {
      return; // The effects come after those of the step that led here.
    }
    acting = true;
    try {
      for (Runnable next = effects.poll(); next != null; next = effects.poll()) {
        next.run();
      }
    } finally {
      acting = false;
    }
  }

  private final class Effects implements Outbox<M> {
    @Override
    public void send(int to, M message) {
      effects.add(() -> surroundings.send(to, message));
    }

    @Override
    public void granted(int unit, long fence) {
      effects.add(() -> surroundings.granted(unit));
    }

    @Override
    public void timer(String name, long delayMillis) {
      int count = settings.merge(name, 1, Integer::sum);
      effects.add(() -> surroundings.later(() -> expire(name, count), delayMillis));
    }

    @Override
    public void joined() {
      throw new IllegalStateException("nobody was told to join");
    }

    @Override
    public void departed() {
      throw new IllegalStateException("nobody was told to leave");
    }

    @Override
    public void draw(String name, int bound) {
      int outcome = ThreadLocalRandom.current().nextInt(bound);
      effects.add(() -> surroundings.later(() -> take(new Input.Drawn<>(name, outcome)), 0));
    }
  }
}
