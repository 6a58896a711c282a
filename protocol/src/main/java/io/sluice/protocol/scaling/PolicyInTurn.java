package io.sluice.protocol.scaling;

import io.sluice.protocol.scaling.Decision.Delete;
import io.sluice.protocol.scaling.Decision.Stay;

/**
 * Ours: the instances take turns, and the instance whose turn it is makes the whole change.
 *
 * <p>The predecessor's table, from which an instance learns how many siblings it has, also gives
 * its rank among them and the instances that are being added. With these, nothing is left to
 * chance:
 *
 * <ul>
 *   <li>An instance decides as rarely as before, but by its rank, so that in nearly every step one
 *       instance does: a change of load is answered at once and not a period later.
 *   <li>The required change is counted from the instances that <em>will</em> be there, so that no
 *       instance makes up for a lack that is already being made up for.
 *   <li>The first of a turn starts all new instances that are needed. One announcement names them
 *       all: 2(|succs| + |preds|) + k messages for k of them, however many instances there are.
 *   <li>Exactly the excess deletes itself, or all of the turn if these are fewer. After a small
 *       fall no instance deletes itself that was needed a few steps ago, since a new one would take
 *       as long: most messages are those of deletions, and most small falls do not last.
 * </ul>
 *
 * <p>Assumes that the instances count roughly the same steps; if two turns meet, both may answer
 * the same lack, as all do by chance.
 *
 * @param steep up to this share of the capacity the load has fallen so far that an instance that is
 *     not needed now deletes itself now
 * @param period each instance decides once in that number of steps
 */
public record PolicyInTurn(LoadTarget target, double steep, int period) implements Policy {

  public PolicyInTurn {
    Policy.requirePeriod(period);
    if (steep > target.down()) {
      throw new IllegalArgumentException(
          "a steep fall is one below %s, not %s".formatted(target.down(), steep));
    }
  }

  @Override
  public String name() {
    return "in turn";
  }

  /** If there are fewer instances than steps in a period, their turns are spread over it. */
  @Override
  public boolean isDue(long step, long age, int rank, int siblings) {
    int turn = siblings < period ? rank * period / siblings : rank % period;
    return step % period == turn;
  }

  @Override
  public Decision decide(Load load, double drawn) {
    int lacking = target.asked(load.ofOperator(), load.named());
    boolean first = load.rank() < period;
    if (lacking > 0 && first && target.isTooBusy(load.records())) {
      return Decision.duplicate(lacking);
    }
    boolean fellFar = load.records() <= steep * target.capacity();
    double needed = fellFar ? load.ofOperator() : load.peak();
    int spare = -target.asked(needed, load.named());
    boolean idle = target.isTooIdle(needed / load.sharing());
    return idle && leaveBefore(load) < spare && !load.keeper() ? new Delete() : new Stay();
  }

  /** How many of the same turn delete themselves rather than this one; the keeper never does. */
  private int leaveBefore(Load load) {
    boolean withKeeper = load.rank() % period == 0;
    return withKeeper ? load.rank() / period - 1 : load.rank() / period;
  }
}
