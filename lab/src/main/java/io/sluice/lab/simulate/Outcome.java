package io.sluice.lab.simulate;

import io.sluice.lab.simulate.audit.Session;
import io.sluice.lab.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What a run showed. Everything but {@code wallSeconds} is the same for the same seed.
 *
 * @param protocol the algorithm's name
 * @param nodes how many processes there were
 * @param end why the run ended
 * @param entries how many grants there were
 * @param messages how many messages the protocol sent, also those that got lost; copies that the
 *     network made are not counted
 * @param messagesByKind the same by the simple name of the message's class
 * @param waits the time from asking to being let in
 * @param meanOccupancy how many were inside, averaged over the time that any process was; 0 if none
 *     stayed for any time
 * @param maxOccupancy how many were inside at most
 * @param sessions all sessions in the order of their ends; empty unless asked for
 * @param simulatedNanos when the run ended
 * @param events how many events were processed
 * @param wallSeconds how long the run took
 * @param violation what was wrong, if the run ended for that
 * @param waiting the processes that waited when the run ended
 */
public record Outcome(
    String protocol,
    int nodes,
    End end,
    long entries,
    long messages,
    SortedMap<String, Long> messagesByKind,
    Waits waits,
    double meanOccupancy,
    int maxOccupancy,
    List<Session> sessions,
    long simulatedNanos,
    long events,
    double wallSeconds,
    Optional<Violation> violation,
    List<Integer> waiting) {

  /** Why a run ended. */
  public enum End {
    /** Every client had its entries, and no message was on its way, if that mattered. */
    COMPLETE,
    /** The time was up. */
    DURATION,
    /** A process waited and nothing more could happen: a deadlock. */
    STALLED,
    /** An auditor found something wrong. */
    VIOLATION,
    /** The caller cancelled it. */
    CANCELLED
  }

  /** What the run says of the protocol. */
  public Verdict verdict() {
    return switch (end) {
      case COMPLETE, DURATION -> new Verdict.Ok();
      case STALLED -> new Verdict.Deadlock();
      case VIOLATION -> violation.orElseThrow().verdict();
      case CANCELLED -> new Verdict.Incomplete();
    };
  }

  /** 0 if there were no entries. */
  public double messagesPerEntry() {
    return entries == 0 ? 0 : (double) messages / entries;
  }

  public double simulatedSeconds() {
    return Nanos.seconds(simulatedNanos);
  }
}
