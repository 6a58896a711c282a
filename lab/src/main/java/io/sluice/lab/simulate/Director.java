package io.sluice.lab.simulate;

import io.sluice.protocol.World;
import java.util.List;

/** The operator of a simulated system: looks at the world from time to time, and gives orders. */
@FunctionalInterface
public interface Director<S, M> {

  /** An order to a process. */
  record Command<M>(int process, M order) {}

  /** Looks at the world at a moment; the orders are carried out at once, one after the other. */
  List<Command<M>> orders(long now, World<S, M> world);
}
