package io.sluice.protocol.data;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Time;

/**
 * What a process knows of the newest version: its number, and which processes have it. A process
 * that has had a version has that one or a newer one for good.
 *
 * @param version the newest version known
 * @param holders processes that have it whole
 */
public record Whereabouts(@Time long version, ProcessSet holders) {

  /** What both know together: the newer version, or all holders of the same one. */
  public Whereabouts merge(Whereabouts other) {
    if (version != other.version) {
      return version > other.version ? this : other;
    }
    return new Whereabouts(version, holders.plus(other.holders));
  }

  /** One more process has it. */
  public Whereabouts plus(int holder) {
    return new Whereabouts(version, holders.plus(holder));
  }

  /** The same without processes that can no longer be asked. */
  public Whereabouts without(ProcessSet gone) {
    return new Whereabouts(version, holders.minus(gone));
  }
}
