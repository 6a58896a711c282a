package io.sluice.protocol.scaling.keyed;

import io.sluice.protocol.ProcessSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where an instance sends the records for one of the next operators.
 *
 * @param operator that operator
 * @param instances its instances, as far as the sender knows
 * @param owners for each key group its owner; nothing if the operator is stateless
 */
public record Route(int operator, ProcessSet instances, List<Integer> owners) {

  public Route {
    owners = List.copyOf(owners);
  }

  public boolean keyed() {
    return !owners.isEmpty();
  }

  /** The route after some instances were born and some groups were given to them. */
  Route plus(ProcessSet newborn, Map<Integer, Integer> moves) {
    var next = new ArrayList<>(owners);
    moves.forEach(next::set);
    return new Route(operator, instances.plus(newborn), next);
  }

  /** The route without an instance, whose groups are the heir's now. */
  Route minus(int leaver, int heir) {
    var next = owners.stream().map(owner -> owner == leaver ? heir : owner).toList();
    return new Route(operator, instances.minus(leaver), next);
  }
}
