package io.sluice.protocol.group;

import io.sluice.protocol.ProcessSet;

/**
 * The cluster as one process knows it.
 *
 * @param phase how far the process belongs to it
 * @param members those that it knows of, itself included
 * @param awaited those that have yet to answer its {@code Hello} or {@code Farewell}
 * @param excluded those that crashed; a process that still names them as members has not heard of
 *     it
 */
public record Roster(
    MemberPhase phase, ProcessSet members, ProcessSet awaited, ProcessSet excluded) {

  /** How far a process belongs to the cluster. */
  public enum MemberPhase {
    /** Not at all. */
    OUTSIDE,
    /** Has said hello to some members, and may hear of more. */
    JOINING,
    MEMBER,
    /** Will depart as soon as it is not inside any more. */
    PARTING,
    /** Has said farewell. */
    DEPARTING,
    /** Has departed: no process waits for it any more. */
    DEPARTED
  }

  /** That of a process that does not belong to the cluster. */
  public static final Roster OUTSIDE =
      new Roster(MemberPhase.OUTSIDE, ProcessSet.EMPTY, ProcessSet.EMPTY, ProcessSet.EMPTY);

  /** That of a member. */
  public static Roster of(ProcessSet members) {
    return new Roster(MemberPhase.MEMBER, members, ProcessSet.EMPTY, ProcessSet.EMPTY);
  }

  Roster with(MemberPhase next) {
    return new Roster(next, members, awaited, excluded);
  }

  Roster awaiting(ProcessSet answers) {
    return new Roster(phase, members, answers, excluded);
  }

  Roster plus(int member) {
    return new Roster(phase, members.plus(member), awaited, excluded);
  }

  Roster minus(int member) {
    return new Roster(phase, members.minus(member), awaited, excluded);
  }

  Roster excluding(int peer) {
    return new Roster(phase, members.minus(peer), awaited.minus(peer), excluded.plus(peer));
  }
}
