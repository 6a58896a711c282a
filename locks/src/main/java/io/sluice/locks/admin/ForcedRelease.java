package io.sluice.locks.admin;

import io.sluice.cluster.Member;
import java.util.List;
import java.util.OptionalLong;

/**
 * What became of a forced release.
 *
 * <pre>{@code
 * ForcedRelease outcome = sluice.inspect().release("invoice-42", "its host is being replaced");
 * outcome.fence().ifPresent(fence -> store.put(row, fence)); // refuses the former holder
 * }</pre>
 *
 * @param lock the lock's name
 * @param released the holders that have lost it
 * @param fence higher than the fencing numbers of these holders, and lower than that of every later
 *     one that excludes them; empty if no holder was found
 * @param silent the members that have not answered: what they hold they lose when their leases end,
 *     if they are cut off
 */
public record ForcedRelease(
    String lock, List<LockRequest> released, OptionalLong fence, List<Member> silent) {

  public ForcedRelease {
    released = List.copyOf(released);
    silent = List.copyOf(silent);
  }
}
