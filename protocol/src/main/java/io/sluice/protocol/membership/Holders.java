package io.sluice.protocol.membership;

import io.sluice.protocol.Claim;
import io.sluice.protocol.ProcessId;
import java.util.Map;
import java.util.TreeMap;

/**
 * The members that hold one lock from earlier views.
 *
 * @param claims what each of them holds of it
 */
public record Holders(Map<@ProcessId Integer, Claim> claims) {

  public static final Holders NONE = new Holders(Map.of());

  public Holders with(int member, Claim claim) {
    var all = new TreeMap<>(claims);
    all.put(member, claim);
    return new Holders(all);
  }

  public Holders without(int member) {
    if (!claims.containsKey(member)) {
      return this;
    }
    var all = new TreeMap<>(claims);
    all.remove(member);
    return all.isEmpty() ? NONE : new Holders(all);
  }

  /** Whether the lock may be granted although these hold it. */
  public boolean admit(Claim claim) {
    return claims.values().stream().allMatch(held -> held.shares(claim));
  }
}
