package io.sluice.streams.kafka.deciding;

import java.util.concurrent.TimeUnit;

/**
 * What the keeper of an operator remembers of its last growth. Instances that were needed once, at
 * a load like the present one, will be needed again: so they stay for a while, however little they
 * have to do by now, unless the load has fallen.
 */
final class Growth {

  /** How long it is remembered. */
  private static final long REMEMBERED = TimeUnit.MINUTES.toNanos(10);

  /** A load above that share of the load of then has not fallen. */
  private static final double ALIKE = 0.5;

  private boolean any;
  private long at;
  private double load;

  /** The operator grows, since it has that load. */
  void happens(long now, double ofOperator) {
    any = true;
    at = now;
    load = ofOperator;
  }

  /** Whether instances stay that others could spare. */
  boolean counts(long now, double ofOperator) {
    return any && now - at < REMEMBERED && ofOperator > ALIKE * load;
  }
}
