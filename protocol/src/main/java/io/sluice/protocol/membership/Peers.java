package io.sluice.protocol.membership;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Time;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a process knows of others, whether they are members or not.
 *
 * @param reachable those to which there are connections
 * @param unreliable those to or from which a message may have been lost; they are not relied on
 *     again
 * @param seekers those that have said that they seek to join
 */
public record Peers(ProcessSet reachable, ProcessSet unreliable, List<Seeker> seekers) {

  static final Peers NONE = new Peers(ProcessSet.EMPTY, ProcessSet.EMPTY, List.of());

  /**
   * @param heard when it said so last
   * @param counts whether it is one of the processes that are {@link Expected}
   */
  public record Seeker(@ProcessId int process, @Time long heard, boolean counts) {}

  /** The processes that are mentioned. */
  ProcessSet mentioned() {
    var seeking = seekers.stream().mapToInt(Seeker::process).toArray();
    return reachable.plus(unreliable).plus(ProcessSet.of(seeking));
  }

  boolean isReliable(int process) {
    return reachable.contains(process) && !unreliable.contains(process);
  }

  /** The seekers that have said so within the last lease. */
  public ProcessSet seeking(long now, Timing timing) {
    return seeking(now, timing, _ -> true);
  }

  /** Those of them that count. */
  public ProcessSet countingSeekers(long now, Timing timing) {
    return seeking(now, timing, Seeker::counts);
  }

  private ProcessSet seeking(long now, Timing timing, Predicate<Seeker> which) {
    return ProcessSet.of(
        seekers.stream()
            .filter(seeker -> now - seeker.heard < timing.lease())
            .filter(which)
            .mapToInt(Seeker::process)
            .toArray());
  }

  Peers reaching(ProcessSet processes) {
    return new Peers(
        processes,
        unreliable,
        seekers.stream().filter(seeker -> processes.contains(seeker.process)).toList());
  }

  Peers distrusting(int process) {
    return new Peers(reachable, unreliable.plus(process), seekers);
  }

  Peers withSeeker(Seeker heard) {
    var all = new ArrayList<>(withoutSeekers(ProcessSet.of(heard.process)).seekers);
    all.add(heard);
    all.sort(Comparator.comparingInt(Seeker::process));
    return new Peers(reachable, unreliable, List.copyOf(all));
  }

  Peers withoutSeekers(ProcessSet processes) {
    return new Peers(
        reachable,
        unreliable,
        seekers.stream().filter(seeker -> !processes.contains(seeker.process)).toList());
  }
}
