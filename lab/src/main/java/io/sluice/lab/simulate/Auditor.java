package io.sluice.lab.simulate;

import io.sluice.protocol.Claim;
import java.util.Optional;

/**
 * Watches the applications of one run: a judge of the protocol, or a recorder.
 *
 * <p>Times are nanoseconds from the start. An auditor serves one run.
 */
public interface Auditor {

  /** A process asks to be let in. */
  default void asked(long at, int process, Claim claim) {}

  /** A process that has asked is let in. */
  default void entered(long at, int process, Claim claim, long fence) {}

  /** A process that has entered has all bytes of the data, and acquire was called. */
  default void mapped(long at, int process, Claim claim) {}

  /** A process is inside no longer: it releases, or crashes; {@link #crashed} is next then. */
  default void released(long at, int process, Claim claim) {}

  /** A process gives up its request. */
  default void withdrew(long at, int process, Claim claim) {}

  /** A process has become a member. */
  default void joined(long at, int process) {}

  /** A process has ceased to be a member. It is not inside, and does not wait. */
  default void departed(long at, int process) {}

  /** A process crashes. It is not inside any more, and waits no longer. */
  default void crashed(long at, int process) {}

  /** The run is over. */
  default void ended(long at) {}

  /**
   * What this auditor has found wrong so far. The run ends after the first finding of any auditor.
   */
  default Optional<Violation> violation() {
    return Optional.empty();
  }
}
