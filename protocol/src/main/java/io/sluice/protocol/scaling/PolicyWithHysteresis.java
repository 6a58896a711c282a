package io.sluice.protocol.scaling;

/**
 * {@link PolicyByChance} with thresholds that depend on the past: to go on in the direction in
 * which the number of instances last moved takes the ordinary thresholds, to reverse takes more. So
 * a load that fluctuates about a threshold does not add and remove instances all the time.
 *
 * @param goingOn what is decided unless the direction reverses
 * @param turning the thresholds for reversing
 */
public record PolicyWithHysteresis(PolicyByChance goingOn, LoadTarget turning) implements Policy {

  public PolicyWithHysteresis {
    var target = goingOn.target();
    if (turning.up() < target.up() || turning.down() > target.down()) {
      throw new IllegalArgumentException("to turn round must take more than to go on");
    }
  }

  @Override
  public String name() {
    return "with hysteresis";
  }

  @Override
  public boolean isDue(long step, long age, int rank, int siblings) {
    return goingOn.isDue(step, age, rank, siblings);
  }

  @Override
  public Decision decide(Load load, double drawn) {
    var target = goingOn.target();
    var now =
        switch (load.trend()) {
          case STEADY -> target;
          case GROWING -> target.between(turning.down(), target.up());
          case SHRINKING -> target.between(target.down(), turning.up());
        };
    return goingOn.with(now).decide(load, drawn);
  }
}
