package io.sluice.protocol.exclusive;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.Ticket;
import java.util.ArrayList;
import java.util.List;

/**
 * A candidate's request, and what each voter that it asked has said to it.
 *
 * <p>A list and not sets of processes, because among a million processes a set of twenty would take
 * 125 KB.
 *
 * @param lines by voter, in ascending order
 */
public record Ballot(Ticket ticket, List<Line> lines) {

  /** One voter and its answer to the candidate so far. */
  public record Line(@ProcessId int voter, Answer answer) {}

  /**
   * ASKED to FAILED or GIVEN, FAILED to GIVEN, GIVEN to WANTED, and from GIVEN or WANTED to FAILED
   * when the candidate yields.
   */
  public enum Answer {
    /** It has not answered, or is trying to get its vote back for this candidate. */
    ASKED,
    /** It prefers an older request. */
    FAILED,
    /** Its vote is here. */
    GIVEN,
    /** Its vote is here, and it wants it back for an older request. */
    WANTED;

    boolean isHeld() {
      return this == GIVEN || this == WANTED;
    }
  }

  /** A ballot without answers. */
  static Ballot of(Ticket ticket, List<Integer> voters) {
    return new Ballot(ticket, voters.stream().map(voter -> new Line(voter, Answer.ASKED)).toList());
  }

  List<Integer> voters() {
    return lines.stream().map(Line::voter).toList();
  }

  /** The voters with this answer. */
  List<Integer> voters(Answer answer) {
    return lines.stream().filter(line -> line.answer == answer).map(Line::voter).toList();
  }

  boolean has(int voter, Answer answer) {
    return lines.contains(new Line(voter, answer));
  }

  boolean hasFailed() {
    return lines.stream().anyMatch(line -> line.answer == Answer.FAILED);
  }

  /** Whether all votes are here, wanted back or not. */
  boolean isWon() {
    return lines.stream().allMatch(line -> line.answer.isHeld());
  }

  Ballot with(int voter, Answer answer) {
    var changed = new ArrayList<>(lines);
    changed.replaceAll(line -> line.voter == voter ? new Line(voter, answer) : line);
    return new Ballot(ticket, List.copyOf(changed));
  }

  Ballot without(int voter) {
    return new Ballot(ticket, lines.stream().filter(line -> line.voter != voter).toList());
  }

  /** Asks these too. */
  Ballot plus(List<Integer> more) {
    var longer = new ArrayList<>(lines);
    more.forEach(voter -> longer.add(new Line(voter, Answer.ASKED)));
    longer.sort((one, other) -> Integer.compare(one.voter, other.voter));
    return new Ballot(ticket, List.copyOf(longer));
  }
}
