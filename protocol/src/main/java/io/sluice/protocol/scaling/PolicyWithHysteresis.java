package io.sluice.protocol.scaling;

/**
 * {@link PolicyByChance} with thresholds that depend on the past: to go on in the direction in
 * which the number of instances last moved takes what it took before, to turn round takes more. So
 * a load that trembles about a threshold does not make instances come and go.
 *
 * @param goingOn what is decided as long as nothing turns round
 * @param turning the thresholds for turning round
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
