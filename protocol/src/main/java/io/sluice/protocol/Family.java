package io.sluice.protocol;

/** The kinds of lock that the catalogue serves. */
public enum Family {
  /** At most one process inside. */
  EXCLUSIVE("mutual exclusion"),
  /** Processes of one group inside together, competing groups never. */
  GROUP("group mutual exclusion"),
  /** At most one process inside, and the more urgent one first. */
  PRIORITY("mutual exclusion with priorities"),
  /** Everybody inside who has been told who leads. */
  ELECTION("leader election");

  private final String title;

  Family(String title) {
    this.title = title;
  }

  /** What its clients claim unless they say otherwise. */
  public Claim claim() {
    return switch (this) {
      case EXCLUSIVE, GROUP, PRIORITY -> Claim.EXCLUSIVE;
      case ELECTION -> Claim.SHARED;
    };
  }

  /** What the field calls it. */
  public String title() {
    return title;
  }
}
