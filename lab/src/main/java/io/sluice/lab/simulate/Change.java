package io.sluice.lab.simulate;

/**
 * Something that a process is told at a fixed time, in nanoseconds from the start, beside asking
 * and releasing. A process that has crashed by then is told nothing.
 */
public sealed interface Change<M> {

  long at();

  int process();

  /** A newcomer, or one that has departed, joins. */
  record Join<M>(long at, int process, int introducer) implements Change<M> {
    public Join {
      Nanos.checked("the time of a join", at);
    }
  }

  /** A member departs. A process that is no member then stays as it is. */
  record Depart<M>(long at, int process) implements Change<M> {
    public Depart {
      Nanos.checked("the time of a departure", at);
    }
  }

  /** A process gives up its request, if it waits then. */
  record Withdraw<M>(long at, int process) implements Change<M> {
    public Withdraw {
      Nanos.checked("the time of a withdrawal", at);
    }
  }

  /**
   * A process gives up its request, if it waits then, and asks no more; but it stays a member. This
   * is {@link Depart} without what departing costs.
   */
  record Retire<M>(long at, int process) implements Change<M> {
    public Retire {
      Nanos.checked("the time of a retirement", at);
    }
  }

  /** A process is told something that only its protocol knows. */
  record Order<M>(long at, int process, M order) implements Change<M> {
    public Order {
      Nanos.checked("the time of an order", at);
    }
  }
}
