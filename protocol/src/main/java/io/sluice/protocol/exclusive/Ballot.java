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
  public record Line(@ProcessId int voter, Standing standing) {}

  /**
   * ASKED to FAILED or GIVEN, FAILED to GIVEN, GIVEN to WANTED, and from GIVEN or WANTED to FAILED
   * when the candidate yields.
   */
  public enum Standing {
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
    return new Ballot(
        ticket, voters.stream().map(voter -> new Line(voter, Standing.ASKED)).toList());
  }

  List<Integer> voters() {
    return lines.stream().map(Line::voter).toList();
  }

  /** The voters with this standing. */
  List<Integer> voters(Standing standing) {
    return lines.stream().filter(line -> line.standing == standing).map(Line::voter).toList();
  }

  boolean has(int voter, Standing standing) {
    return lines.contains(new Line(voter, standing));
  }

  boolean hasFailed() {
    return lines.stream().anyMatch(line -> line.standing == Standing.FAILED);
  }

  /** Whether all votes are here, wanted back or not. */
  boolean isWon() {
    return lines.stream().allMatch(line -> line.standing.isHeld());
  }

  Ballot with(int voter, Standing standing) {
    var changed = new ArrayList<>(lines);
    changed.replaceAll(line -> line.voter == voter ? new Line(voter, standing) : line);
    return new Ballot(ticket, List.copyOf(changed));
  }

  Ballot without(int voter) {
    return new Ballot(ticket, lines.stream().filter(line -> line.voter != voter).toList());
  }

  /** Asks these too. */
  Ballot plus(List<Integer> more) {
    var longer = new ArrayList<>(lines);
    more.forEach(voter -> longer.add(new Line(voter, Standing.ASKED)));
    longer.sort((one, other) -> Integer.compare(one.voter, other.voter));
    return new Ballot(ticket, List.copyOf(longer));
  }
}
