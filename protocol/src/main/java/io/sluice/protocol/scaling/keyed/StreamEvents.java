package io.sluice.protocol.scaling.keyed;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.World;
import io.sluice.protocol.scaling.keyed.InstanceState.Stage;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Delete;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Duplicate;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Flushed;
import io.sluice.protocol.scaling.keyed.StreamMessage.Arrive;
import io.sluice.protocol.scaling.keyed.StreamMessage.CopyTo;
import io.sluice.protocol.scaling.keyed.StreamMessage.Emit;
import io.sluice.protocol.scaling.keyed.StreamMessage.Enter;
import io.sluice.protocol.scaling.keyed.StreamMessage.Resume;
import io.sluice.protocol.scaling.keyed.StreamMessage.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What may happen to an instance in a world: orders, records, and the doings of the data plane. */
record StreamEvents(StreamOptions options) {

  /** An instance that does nothing else may duplicate itself, if enough processes are unused. */
  List<StreamMessage> duplications(
      World<StreamState, StreamMessage> world, int process, int newborns) {
    var control = world.state(process).control();
    var free = free(world);
    if (!control.active() || control.busy() || free.size() < newborns) {
      return List.of();
    }
    var newborn = ProcessSet.EMPTY;
    for (int k = 0; k < newborns; k++) {
      newborn = newborn.plus(free.least());
      free = free.minus(free.least());
    }
    return List.of(new Told(new Duplicate(newborn)));
  }

  /** Processes that are unborn, and that no instance is about to start or knows. */
  private static ProcessSet free(World<StreamState, StreamMessage> world) {
    var free = world.layout().newcomers();
    for (int process = 0; process < world.layout().size(); process++) {
      var control = world.state(process).control();
      free = free.minus(control.newborn()).minus(control.neighbours());
      if (control.stage() != Stage.UNBORN) {
        free = free.minus(process);
      }
    }
    return free;
  }

  /** An instance that does nothing else may copy state to a process that is unused. */
  List<StreamMessage> copies(World<StreamState, StreamMessage> world, int process) {
    var control = world.state(process).control();
    var free = free(world);
    boolean may =
        control.active()
            && !control.busy()
            && options.keyed().contains(control.operator())
            && !free.isEmpty();
    return may ? List.of(new CopyTo(free.least())) : List.of();
  }

  /** An instance that relies on copies may crash. */
  List<StreamMessage> resumptions(World<StreamState, StreamMessage> world, int process) {
    return world.state(process).ahead().sent().isEmpty() ? List.of() : List.of(new Resume());
  }

  List<StreamMessage> deletions(World<StreamState, StreamMessage> world, int process) {
    var control = world.state(process).control();
    boolean may =
        control.active()
            && !control.busy()
            && options.operators(world.layout()).keeper(control.operator()) != process;
    return may ? List.of(new Told(new Delete())) : List.of();
  }

  /**
   * Records come in at operators without predecessors, one of each group. The groups of a keyed one
   * are the partitions of what it reads: only the owner reads a partition, and its state is how far
   * it has read.
   */
  List<StreamMessage> records(World<StreamState, StreamMessage> world, int process) {
    var s = world.state(process);
    var control = s.control();
    boolean may =
        control.active()
            && !control.ending()
            && Pipelines.predecessors(world.layout(), control.operator()).isEmpty();
    if (!may) {
      return List.of();
    }
    boolean shared = !options.keyed().contains(control.operator());
    return IntStream.range(0, options.groups())
        .filter(group -> shared || s.made().containsKey(group))
        .<StreamMessage>mapToObj(Enter::new)
        .toList();
  }

  /** The next that waits may go. */
  List<StreamMessage> emissions(World<StreamState, StreamMessage> world, int process) {
    var s = world.state(process);
    if (s.out().isEmpty()) {
      return List.of();
    }
    int to = s.target(s.out().getFirst());
    int before = 0;
    for (int sender = 0; options.shared() && sender < world.layout().size(); sender++) {
      before += world.state(sender).sent().getOrDefault(to, List.of()).size();
    }
    return List.of(new Emit(before));
  }

  /** The next item of the inbox may arrive; with an inbox for each sender the next of each. */
  List<StreamMessage> arrivals(World<StreamState, StreamMessage> world, int process) {
    int next = world.state(process).read().values().stream().mapToInt(Integer::intValue).sum();
    var arrivals = new ArrayList<StreamMessage>();
    for (int from = 0; from < world.layout().size(); from++) {
      var unread = Pipelines.unread(world, from, process);
      if (!unread.isEmpty() && (!options.shared() || unread.getFirst().place() == next)) {
        arrivals.add(new Arrive(from, unread.getFirst().item()));
      }
    }
    return arrivals;
  }

  /** Nothing waits, and the protocol waits for that. */
  List<StreamMessage> flushes(World<StreamState, StreamMessage> world, int process) {
    var s = world.state(process);
    boolean may = s.control().awaitsFlush() && s.out().isEmpty();
    return may ? List.of(new Told(new Flushed())) : List.of();
  }
}
