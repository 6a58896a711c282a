package io.sluice.protocol.scaling;

/** What an instance is to its neighbour. */
public enum Side {
  /** It sends the neighbour records. */
  PREDECESSOR,
  /** It gets records from the neighbour. */
  SUCCESSOR
}
