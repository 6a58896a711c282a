package io.sluice.protocol.scaling;

import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.World;
import io.sluice.protocol.scaling.Instance.Stage;
import io.sluice.protocol.scaling.ScalingMessage.Delete;
import io.sluice.protocol.scaling.ScalingMessage.Duplicate;
import io.sluice.protocol.scaling.ScalingMessage.Enter;
import java.util.List;

/** What an instance may be told in a world. */
final class ScalingOrders {

  private ScalingOrders() {}

  /** Whether a process is the one instance of its operator that stays in any case. */
  static boolean isKeeper(int process, Layout layout) {
    return !layout.newcomers().contains(process)
        && layout.members(layout.group(process)).least() == process;
  }

  /** Any instance may duplicate itself; it is given the first unused process. */
  static <S extends Instance> List<ScalingMessage> duplications(
      World<S, ScalingMessage> world, int node) {
    var instance = world.state(node);
    if (!instance.active() || instance.busy()) {
      return List.of();
    }
    var free = free(world);
    return free.isEmpty() ? List.of() : List.of(new Duplicate(ProcessSet.of(free.least())));
  }

  private static <S extends Instance> ProcessSet free(World<S, ScalingMessage> world) {
    var free = world.layout().newcomers();
    for (int node = 0; node < world.layout().size(); node++) {
      var instance = world.state(node);
      free = free.minus(instance.newborn()).minus(instance.table().neighbours());
      if (instance.stage() != Stage.UNSTARTED) {
        free = free.minus(node);
      }
    }
    return free;
  }

  static <S extends Instance> List<ScalingMessage> deletions(
      World<S, ScalingMessage> world, int node) {
    var instance = world.state(node);
    boolean may = instance.active() && !instance.busy() && !isKeeper(node, world.layout());
    return may ? List.of(new Delete()) : List.of();
  }

  /** Records enter at the first operators. Two keys try two ways at each branch. */
  static <S extends Instance> List<ScalingMessage> records(
      World<S, ScalingMessage> world, int node) {
    var instance = world.state(node);
    boolean may = instance.active() && !instance.leaving() && instance.table().preds().isEmpty();
    return may ? List.of(new Enter(0), new Enter(1)) : List.of();
  }
}
