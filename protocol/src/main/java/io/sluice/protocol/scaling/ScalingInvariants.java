package io.sluice.protocol.scaling;

import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.World;
import io.sluice.protocol.scaling.Instance.Stage;
import io.sluice.protocol.scaling.ScalingMessage.Pass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** What is promised of every pipeline that scales, whatever the protocol. */
final class ScalingInvariants {

  private ScalingInvariants() {}

  /** Nothing is ever on its way to one that has deleted itself. */
  static <S extends Instance> boolean nothingGoesToTheDead(World<S, ScalingMessage> world) {
    int size = world.layout().size();
    for (int to = 0; to < size; to++) {
      if (world.state(to).stage() == Stage.DELETED) {
        for (int from = 0; from < size; from++) {
          if (!world.inTransit(from, to).isEmpty()) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** At rest each table holds exactly the living instances of the neighbouring operators. */
  static <S extends Instance> boolean tablesAgree(World<S, ScalingMessage> world) {
    if (anyBusy(world) || !silent(world)) {
      return true;
    }
    var living = living(world);
    var right =
        IntStream.range(0, living.size())
            .mapToObj(operator -> rightTable(world.layout(), operator, living))
            .toList();
    return IntStream.range(0, world.layout().size())
        .mapToObj(world::state)
        .filter(Instance::active)
        .allMatch(instance -> instance.table().equals(right.get(instance.operator())));
  }

  /** The living instances of each operator. */
  private static <S extends Instance> List<ProcessSet> living(World<S, ScalingMessage> world) {
    int operators = world.layout().withoutPool().groups();
    var living = new ArrayList<>(Collections.nCopies(operators, ProcessSet.EMPTY));
    for (int node = 0; node < world.layout().size(); node++) {
      var instance = world.state(node);
      if (instance.active()) {
        int operator = instance.operator();
        living.set(operator, living.get(operator).plus(node));
      }
    }
    return living;
  }

  private static Table rightTable(Layout layout, int operator, List<ProcessSet> living) {
    var table = Table.EMPTY;
    for (int other = 0; other < living.size(); other++) {
      if (neighbours(layout, operator, other)) {
        var side = other < operator ? Side.PREDECESSOR : Side.SUCCESSOR;
        table = table.plus(side, living.get(other));
      }
    }
    return table;
  }

  /** Operators are neighbours if their keepers compete; records go from the lower number up. */
  private static boolean neighbours(Layout layout, int one, int other) {
    return layout.compete(layout.members(one).least(), layout.members(other).least());
  }

  /** No instance waits for an answer that never comes. */
  static <S extends Instance> boolean everyOrderIsCarriedOut(World<S, ScalingMessage> world) {
    return !anyBusy(world) || !silent(world) || anyHolds(world);
  }

  /** Every record that came in is held, on its way, or done with; and just once. */
  static <S extends Instance> boolean noRecordIsLostOrDoubled(World<S, ScalingMessage> world) {
    int size = world.layout().size();
    long balance = 0;
    boolean any = false;
    for (int node = 0; node < size; node++) {
      var instance = world.state(node);
      var records = instance.records();
      boolean lost = instance.stage() == Stage.DELETED;
      any |= records.entered() > 0;
      balance += records.entered() - records.left() - (lost ? 0 : records.held().size());
    }
    if (!any) {
      return true;
    }
    for (int from = 0; from < size; from++) {
      for (int to = 0; to < size; to++) {
        for (var message : world.inTransit(from, to)) {
          balance -= message instanceof Pass ? 1 : 0;
        }
      }
    }
    return balance == 0;
  }

  private static <S extends Instance> boolean anyBusy(World<S, ScalingMessage> world) {
    for (int node = 0; node < world.layout().size(); node++) {
      if (world.state(node).busy()) {
        return true;
      }
    }
    return false;
  }

  private static <S extends Instance> boolean anyHolds(World<S, ScalingMessage> world) {
    for (int node = 0; node < world.layout().size(); node++) {
      if (!world.state(node).records().held().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static <S extends Instance> boolean silent(World<S, ScalingMessage> world) {
    int size = world.layout().size();
    for (int from = 0; from < size; from++) {
      for (int to = 0; to < size; to++) {
        if (!world.inTransit(from, to).isEmpty()) {
          return false;
        }
      }
    }
    return true;
  }
}
