package io.sluice.protocol;

import java.util.List;
import java.util.Optional;

/**
 * The kinds of protocol. A family states here all that is the same for its protocols: what their
 * processes claim, how many are searched and simulated unless the user says otherwise, and whether
 * they can run a lock. Who may be inside with whom is stated by {@link Claim#shares} for all
 * families together.
 */
@SuppressWarnings("ImmutableEnumChecker") // layouts are never changed, and claims have no state
public enum Family {
  /** At most one process inside. */
  EXCLUSIVE("mutual exclusion", Layout.plain(3), Layout.plain(12), Family::exclusive),

  /** Processes of one group inside together, competing groups never. */
  GROUP("group mutual exclusion", Layout.groups(2, 1), Layout.groups(6, 6), Family::exclusive),

  /** One writer inside, or any number of readers. */
  READ_WRITE(
      "shared and exclusive locks", Layout.plain(3), Layout.plain(12), Family::sharedOrExclusive),

  /** Processes that ask for the same room inside together; each process may ask for any room. */
  ROOM(
      "rooms: group mutual exclusion for groups that are not fixed",
      Layout.groups(2, 1),
      Layout.groups(6, 6),
      Family::rooms),

  /** At most one process inside, and the more urgent one first. */
  PRIORITY(
      "mutual exclusion with priorities", Layout.plain(3), Layout.plain(12), Family::exclusive),

  /** Every process inside that has been told which one leads. */
  ELECTION(
      "leader election",
      Layout.plain(3),
      Layout.plain(12),
      Family::shared,
      Optional.of("elects a leader")),

  /** Instances of operators that duplicate and delete themselves when told to; none asks. */
  SCALING(
      "decentralised scaling",
      Layout.groups(1, 1),
      Layout.groups(6, 6),
      Family::none,
      Optional.of("scales operators")),

  /** Data that moves with its lock: one writer inside with it, or any number of readers. */
  DATA(
      "data that moves with its lock",
      Layout.plain(2),
      Layout.plain(12),
      Family::sharedOrExclusive,
      Optional.of("moves data with a lock")),

  /** Processes that wait until enough of them have arrived; they arrive when told to. */
  RENDEZVOUS(
      "processes that wait for each other",
      Layout.plain(3),
      Layout.plain(12),
      Family::none,
      Optional.of("lets processes wait for each other")),

  /** Members of a cluster that agree on who they are; the environment grants the lock. */
  MEMBERSHIP(
      "cluster membership",
      Layout.plain(3),
      Layout.plain(12),
      Family::none,
      Optional.of("keeps the views of a cluster"));

  private static final List<Claim> EXCLUSIVE_ONLY = List.of(Claim.EXCLUSIVE);
  private static final List<Claim> SHARED_ONLY = List.of(Claim.SHARED);
  private static final List<Claim> SHARED_OR_EXCLUSIVE = List.of(Claim.SHARED, Claim.EXCLUSIVE);
  private static final List<Claim> ONE_OF_TWO_ROOMS =
      List.of(Claim.room(Layout.groupName(0)), Claim.room(Layout.groupName(1)));

  /** What a process may claim. */
  @FunctionalInterface
  private interface Claims {
    List<Claim> of(Layout layout, int process);
  }

  private final String title;
  private final Layout toSearch;
  private final Layout toSimulate;
  private final Claims claims;
  private final Optional<String> otherPurpose;

  Family(String title, Layout toSearch, Layout toSimulate, Claims claims) {
    this(title, toSearch, toSimulate, claims, Optional.empty());
  }

  Family(
      String title,
      Layout toSearch,
      Layout toSimulate,
      Claims claims,
      Optional<String> otherPurpose) {
    this.title = title;
    this.toSearch = toSearch;
    this.toSimulate = toSimulate;
    this.claims = claims;
    this.otherPurpose = otherPurpose;
  }

  private static List<Claim> exclusive(Layout layout, int process) {
    return EXCLUSIVE_ONLY;
  }

  private static List<Claim> shared(Layout layout, int process) {
    return SHARED_ONLY;
  }

  private static List<Claim> sharedOrExclusive(Layout layout, int process) {
    return SHARED_OR_EXCLUSIVE;
  }

  private static List<Claim> none(Layout layout, int process) {
    return List.of();
  }

  /** The room of the process's group; where there are no groups, one of two rooms. */
  private static List<Claim> rooms(Layout layout, int process) {
    return layout.groups() == 1
        ? ONE_OF_TWO_ROOMS
        : List.of(Claim.room(Layout.groupName(layout.group(process))));
  }

  /** What the field calls it. */
  public String title() {
    return title;
  }

  /** What a process may claim unless the user says otherwise; every choice is tried. */
  public List<Claim> claims(Layout layout, int process) {
    return claims.of(layout, process);
  }

  /** Whether a process may choose what it claims, so that some can be readers, others writers. */
  public boolean hasReadersAndWriters() {
    return claims(Layout.plain(2), 0).size() > 1;
  }

  /** Processes for a search unless the user says otherwise: a second's work, not trivial. */
  public Layout toSearch() {
    return toSearch;
  }

  /** Processes for a simulation unless the user says otherwise: the papers' size. */
  public Layout toSimulate() {
    return toSimulate;
  }

  /** What its protocols do instead, in words that follow a name, if they cannot run a lock. */
  public Optional<String> otherPurpose() {
    return otherPurpose;
  }
}
