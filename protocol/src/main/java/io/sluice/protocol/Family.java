package io.sluice.protocol;

import java.util.List;

/** The kinds of lock that the catalogue serves. */
public enum Family {
  /** At most one process inside. */
  EXCLUSIVE("mutual exclusion"),
  /** Processes of one group inside together, competing groups never. */
  GROUP("group mutual exclusion"),
  /** One writer inside, or any number of readers. */
  READ_WRITE("shared and exclusive locks"),
  /** Processes that ask for the same room inside together; anybody may ask for any room. */
  ROOM("rooms: group mutual exclusion for groups that are not fixed"),
  /** Everybody inside who has been told who leads. */
  ELECTION("leader election");

  private static final List<Claim> EXCLUSIVE_ONLY = List.of(Claim.EXCLUSIVE);
  private static final List<Claim> SHARED_ONLY = List.of(Claim.SHARED);
  private static final List<Claim> SHARED_OR_EXCLUSIVE = List.of(Claim.SHARED, Claim.EXCLUSIVE);
  private static final List<Claim> ONE_OF_TWO_ROOMS =
      List.of(Claim.room(Layout.groupName(0)), Claim.room(Layout.groupName(1)));

  private final String title;

  Family(String title) {
    this.title = title;
  }

  /**
   * What a process may claim unless somebody says otherwise; where there are groups, its own room.
   */
  public List<Claim> claims(Layout layout, int node) {
    return switch (this) {
      case EXCLUSIVE, GROUP -> EXCLUSIVE_ONLY;
      case ELECTION -> SHARED_ONLY;
      case READ_WRITE -> SHARED_OR_EXCLUSIVE;
      case ROOM ->
          layout.groups() == 1
              ? ONE_OF_TWO_ROOMS
              : List.of(Claim.room(Layout.groupName(layout.group(node))));
    };
  }

  /** What the field calls it. */
  public String title() {
    return title;
  }
}
