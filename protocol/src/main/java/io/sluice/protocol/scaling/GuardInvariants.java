package io.sluice.protocol.scaling;

import io.sluice.protocol.World;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.Forks.Message.Fork;
import io.sluice.protocol.group.Forks.Message.Swap;
import io.sluice.protocol.scaling.GuardedScaling.State;
import io.sluice.protocol.scaling.ScalingMessage.Guard;
import java.util.List;

/** What the guard of a pipeline promises. */
final class GuardInvariants {

  private GuardInvariants() {}

  /** Two that know each other as neighbours are never inside together. */
  static boolean neighboursAreNotInsideTogether(World<State, ScalingMessage> world) {
    for (int one = 0; one < world.layout().size(); one++) {
      if (isInside(world.state(one))) {
        for (int other = 0; other < one; other++) {
          if (isInside(world.state(other)) && known(world, one, other)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static boolean isInside(State s) {
    return s.active() && s.guard().phase() instanceof Forks.Phase.Inside;
  }

  private static boolean known(World<State, ScalingMessage> world, int one, int other) {
    return world.state(one).guard().competitors().contains(other)
        && world.state(other).guard().competitors().contains(one);
  }

  /** Two that know each other as neighbours share one fork. */
  static boolean everyForkIsInOnePlace(World<State, ScalingMessage> world) {
    for (int one = 0; one < world.layout().size(); one++) {
      for (int other = 0; other < one; other++) {
        if (known(world, one, other)) {
          int copies =
              (world.state(one).guard().forks().contains(other) ? 1 : 0)
                  + (world.state(other).guard().forks().contains(one) ? 1 : 0)
                  + forks(world.inTransit(one, other))
                  + forks(world.inTransit(other, one));
          if (copies != 1) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static int forks(List<ScalingMessage> messages) {
    int forks = 0;
    for (var message : messages) {
      if (message instanceof Guard(var said) && (said instanceof Fork || said instanceof Swap)) {
        forks++;
      }
    }
    return forks;
  }
}
