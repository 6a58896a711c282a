package io.sluice.locks.admin;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import java.util.List;

/**
 * The locks of a cluster, as its members have reported them.
 *
 * <pre>{@code
 * LockReport report = sluice.inspect().locks();
 * if (report.partial()) {
 *   log.warn("no answer from {}", report.silent());
 * }
 * }</pre>
 *
 * @param view the members that were asked
 * @param locks those that are held or waited for, by their names
 * @param silent the members that have not answered in time
 * @param omitted how many requests members have left out, since their answers were too long
 */
public record LockReport(View view, List<LockState> locks, List<Member> silent, int omitted) {

  public LockReport {
    locks = List.copyOf(locks);
    silent = List.copyOf(silent);
  }

  /** Whether there may be more holders or waiters than the report has. */
  public boolean partial() {
    return !silent.isEmpty() || omitted > 0 || view.members().isEmpty();
  }
}
