package io.sluice.protocol.scaling;

import io.sluice.protocol.scaling.Decision.Delete;
import io.sluice.protocol.scaling.Decision.Stay;

/**
 * Ours: the instances take turns, and whoever's turn it is does all that is to be done.
 *
 * <p>The predecessor's table, from which an instance learns how many siblings it has, tells its
 * rank among them and who is on the way too. With these, nothing is left to chance:
 *
 * <ul>
 *   <li>An instance decides as seldom as before, but by its rank, so that in nearly every step
 *       somebody does: a change of load is answered at once and not a period later.
 *   <li>What is asked for is counted from those that <em>will</em> be there, so that nobody makes
 *       up for a lack that is already being made up for.
 *   <li>The first of a turn starts all newborns that are needed. One announcement names them all:
 *       2(|succs| + |preds|) + k messages for k of them, however many instances there are.
 *   <li>As many leave as are too many, or all of the turn if these are fewer. After a small fall
 *       nobody leaves who was needed a few steps ago, since to come back would take as long: most
 *       messages are those of leavers, and most small falls do not last.
 * </ul>
 *
 * <p>Assumes that the instances count the same steps, more or less; if two turns meet, both may
 * answer the same lack, as all do by chance.
 *
 * @param steep up to this share of the capacity the load has fallen so far that who is not needed
 *     now leaves now
 * @param period each instance decides once in so many steps
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

  /** How many of the same turn leave rather than this one; the keeper, first of all, never does. */
  private int leaveBefore(Load load) {
    boolean withKeeper = load.rank() % period == 0;
    return withKeeper ? load.rank() / period - 1 : load.rank() / period;
  }
}
