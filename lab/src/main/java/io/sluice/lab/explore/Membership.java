package io.sluice.lab.explore;

import io.sluice.protocol.Node;

/** How far a process has come into the cluster, and out of it. */
sealed interface Membership {
  /** Not told to join yet. */
  record Outside() implements Membership {}

  /** Told to join. */
  record Joining(@Node int introducer) implements Membership {}

  /** One of those who ask. */
  record Inside() implements Membership {}

  /** Told to leave the cluster. */
  record Leaving() implements Membership {}

  /** Out again. */
  record Departed() implements Membership {}

  Membership OUTSIDE = new Outside();
  Membership MEMBER = new Inside();
  Membership LEAVING = new Leaving();
  Membership DEPARTED = new Departed();
}
