package io.sluice.streams.kafka.deciding;

/** What there is to run instances on. */
public interface Places {

  /** How many instances of an operator can work at the same time: one in each bundle that runs. */
  int most();

  /** Whether more instances would not get more done, since all processors are busy. */
  boolean areUsedUp();
}
