package io.sluice.lab.explore.contract;

import io.sluice.lab.explore.contract.Outcome.Draw;
import io.sluice.lab.explore.contract.Outcome.Grant;
import io.sluice.lab.explore.contract.Outcome.Send;
import io.sluice.lab.explore.contract.Outcome.Timer;
import io.sluice.protocol.Outbox;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes down the effects of one step, whatever they are. */
final class Recorder<M> implements Outbox<M> {

  private final List<Send<M>> sends = new ArrayList<>();
  private final List<Grant> grants = new ArrayList<>();
  private final List<Timer> timers = new ArrayList<>();
  private final List<Draw> draws = new ArrayList<>();
  private boolean joined;
  private boolean departed;

  <S> Outcome<S, M> outcome(S next) {
    return new Outcome<>(
        next,
        Collections.unmodifiableList(sends),
        Collections.unmodifiableList(grants),
        joined,
        departed,
        Collections.unmodifiableList(timers),
        Collections.unmodifiableList(draws));
  }

  @Override
  public void send(int to, M message) {
    sends.add(new Send<>(to, message));
  }

  @Override
  public void granted(int unit, long fence) {
    grants.add(new Grant(unit, fence));
  }

  @Override
  public void joined() {
    joined = true;
  }

  @Override
  public void departed() {
    departed = true;
  }

  @Override
  public void timer(String name, long delayMillis) {
    timers.add(new Timer(name, delayMillis));
  }

  @Override
  public void draw(String name, int bound) {
    draws.add(new Draw(name, bound));
  }
}
