package io.sluice.lab.explore.world;

import io.sluice.protocol.ProcessId;

/** How far a process has come into the cluster, and out of it. */
sealed interface ClientMembership {
  /** Not told to join yet. */
  record Outside() implements ClientMembership {}

  /** Told to join. */
  record Joining(@ProcessId int introducer) implements ClientMembership {}

  /** One of those who ask. */
  record Inside() implements ClientMembership {}

  /** Told to leave the cluster. */
  record Leaving() implements ClientMembership {}

  /** Out again. */
  record Departed() implements ClientMembership {}

  ClientMembership OUTSIDE = new Outside();
  ClientMembership MEMBER = new Inside();
  ClientMembership LEAVING = new Leaving();
  ClientMembership DEPARTED = new Departed();
}
