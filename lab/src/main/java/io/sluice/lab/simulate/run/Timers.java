package io.sluice.lab.simulate.run;

import java.util.HashMap;
import java.util.Map;

/** The timers that run, of all processes: one at most of each name and process. */
final class Timers {

  private record Key(int process, String name) {}

  /**
   * A timer on the agenda.
   *
   * @param number tells it from one of the same name that replaced it
   */
  record Timer(String name, long number) {}

  private final Map<Key, Long> running = new HashMap<>();
  private long started;

  /** A new timer, in the place of one of the same name that may still run. */
  Timer start(int process, String name) {
    started++;
    running.put(new Key(process, name), started);
    return new Timer(name, started);
  }

  /** Stops a timer whose time has come; returns whether it was still running. */
  boolean stop(int process, Timer timer) {
    return running.remove(new Key(process, timer.name()), timer.number());
  }
}
