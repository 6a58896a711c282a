package io.sluice.protocol;

import java.util.List;

/** The kinds of lock that the catalogue serves. */
public enum Family {
  /** At most one process inside. */
  EXCLUSIVE("mutual exclusion"),
  /** Processes of one group inside together, competing groups never. */
  GROUP("group mutual exclusion"),
  /** Everybody inside who has been told who leads. */
  ELECTION("leader election"),
  /** Instances of operators that duplicate and delete themselves when told to; nobody asks. */
  SCALING("decentralised scaling");

  private final String title;

  Family(String title) {
    this.title = title;
  }

  /** What its clients claim unless they say otherwise. */
  public Claim claim() {
    return switch (this) {
      case EXCLUSIVE, GROUP, SCALING -> Claim.EXCLUSIVE;
      case ELECTION -> Claim.SHARED;
    };
  }

  /** What its clients choose from unless they say otherwise; nothing if it has no clients. */
  public List<Claim> claims() {
    return this == SCALING ? List.of() : List.of(claim());
  }

  /** What the field calls it. */
  public String title() {
    return title;
  }
}
