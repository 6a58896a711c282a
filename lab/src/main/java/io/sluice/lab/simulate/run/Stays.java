package io.sluice.lab.simulate.run;

import io.sluice.protocol.Claim;

/** Decides how long applications stay inside, and schedules their releases. */
interface Stays {

  /** An application asks. */
  default void asked(long now, int process) {}

  /** An application is let in; a {@link Clients.Move#RELEASE} must follow. */
  void granted(long now, int process, Claim claim);

  /** An application releases. */
  default void released(long now, int process, Claim claim) {}

  /** A process has taken a step. */
  default void stepped(long now, int process) {}
}
