package org.example.heat;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.DataHandle;
import io.sluice.locks.Pending;
import io.sluice.locks.Sluice;
import io.sluice.locks.WriteView;
import java.time.Duration;
import java.util.Optional;

/**
 * A process that computes one strip. All it knows is in data that another member has a copy of, so
 * another process can take its place at any time.
 */
final class Worker {

  static final Duration LEASE = Duration.ofSeconds(3);

  /** Milliseconds after which a process gives up the turn that its neighbours may wait for. */
  private static final long PATIENCE = 100;

  private final DataHandle strip;
  private final DataHandle border;
  private Optional<Neighbour> above = Optional.empty();
  private Optional<Neighbour> below = Optional.empty();

  /** The next turn with its own border, requested with the one before. */
  private Optional<Pending<WriteView>> turn = Optional.empty();

  private long step;
  private double[][] rows;

  private Worker(Sluice sluice, int index) throws InterruptedException {
    strip = strip(sluice, index);
    border = border(sluice, index);
    try (var view = strip.requestRead().acquire()) {
      step = view.version() == 0 ? 0 : Layout.number(view.segment());
      rows = view.version() == 0 ? Plate.initial(index) : Layout.strip(view.segment());
    }
    publish();
    above =
        index == 0
            ? Optional.empty()
            : Optional.of(new Neighbour(border(sluice, index - 1), true, step));
    below =
        index == Plate.STRIPS - 1
            ? Optional.empty()
            : Optional.of(new Neighbour(border(sluice, index + 1), false, step));
  }

  static DataHandle strip(Sluice sluice, int index) {
    return sluice.data("strip-" + index).size(Layout.STRIP).open();
  }

  static DataHandle border(Sluice sluice, int index) {
    return sluice.data("border-" + index).size(Layout.BORDER).open();
  }

  static Sluice join(String cluster) throws InterruptedException {
    var sluice = Sluice.named(cluster).over(Tcp.loopback()).lease(LEASE).join();
    if (!sluice.awaitMembership(Duration.ofMinutes(1))) {
      throw new IllegalStateException("cannot join the cluster");
    }
    return sluice;
  }

  /** With the cluster's name, the number of the strip, and how many steps to compute. */
  static void main(String[] args) throws InterruptedException {
    int index = Integer.parseInt(args[1]);
    try (var sluice = join(args[0])) {
      var worker = new Worker(sluice, index);
      worker.say();
      while (worker.step < Long.parseLong(args[2])) {
        worker.advance();
        worker.say();
      }
      worker.end();
    }
  }

  private void say() {
    System.out.println("step " + step);
  }

  private void advance() throws InterruptedException {
    var next = rows.clone();
    // The rows that need no neighbour, while the borders come.
    for (int row = 1; row < rows.length - 1; row++) {
      next[row] = Plate.next(rows[row - 1], rows[row], rows[row + 1]);
    }
    int last = rows.length - 1;
    if (above.isPresent()) {
      next[0] = Plate.next(row(above.get()), rows[0], rows[1]);
    }
    if (below.isPresent()) {
      next[last] = Plate.next(rows[last - 1], rows[last], row(below.get()));
    }
    rows = next;
    step++;
    save();
    publish();
  }

  private void save() throws InterruptedException {
    try (var view = strip.requestWrite().acquire()) {
      Layout.write(view.segment(), step, rows);
      view.commit();
    }
  }

  private void publish() throws InterruptedException {
    try (var view = turn.orElseGet(border::requestWrite).acquire()) {
      Layout.publish(view.segment(), step, rows);
      turn = Optional.of(view.again());
      view.commit();
    }
  }

  /**
   * Waits for a neighbour's row of this step. After a crash, requests are no longer in the order in
   * which they were made: then a neighbour may wait for a step of this process behind its next
   * turn, which this process cannot use before it has the neighbour's row.
   */
  private double[] row(Neighbour neighbour) throws InterruptedException {
    while (true) {
      var row = neighbour.row(PATIENCE);
      if (row.isPresent()) {
        return row.get();
      }
      turn.ifPresent(Pending::close);
      turn = Optional.of(border.requestWrite());
    }
  }

  /** The neighbours may still need the border: nothing that was requested may stay in their way. */
  private void end() throws InterruptedException {
    turn.ifPresent(Pending::close);
    if (above.isPresent()) {
      above.get().close();
    }
    if (below.isPresent()) {
      below.get().close();
    }
  }
}
