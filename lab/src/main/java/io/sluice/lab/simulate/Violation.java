package io.sluice.lab.simulate;

import io.sluice.lab.verdict.Finding;
import io.sluice.lab.verdict.Verdict;
import java.util.List;

/**
 * What a run showed to be wrong with a protocol.
 *
 * @param what the verdict in a sentence
 * @param at when, in nanoseconds from the start
 * @param processes the processes concerned
 */
public record Violation(Verdict verdict, String what, long at, List<Integer> processes) {

  public Violation {
    processes = List.copyOf(processes);
  }

  /** A finding about one process. */
  public static Violation of(Finding finding, long at, int process) {
    return new Violation(finding.verdict(), finding.what(), at, List.of(process));
  }
}
