package io.sluice.protocol.mobile;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.mobile.Message.Report;
import io.sluice.protocol.mobile.TreeRole.Early;
import java.util.ArrayList;
import java.util.List;

/**
 * The time between two crashes, identified by the processes that have crashed.
 *
 * @param excluded the processes that are known to have crashed
 * @param frozen whether this process has reported and not received its part yet
 * @param held messages of this era that arrived before that
 * @param reports at the survivor that makes the recovery plan, the reports so far
 */
public record Era(ProcessSet excluded, boolean frozen, List<Early> held, List<Reported> reports) {

  /** The reports, by process. */
  public record Reported(@ProcessId int by, Report report) {}

  /** No process has crashed. */
  static final Era FIRST = of(ProcessSet.EMPTY, false);

  public Era {
    held = List.copyOf(held);
    reports = List.copyOf(reports);
  }

  static Era of(ProcessSet excluded, boolean frozen) {
    return new Era(excluded, frozen, List.of(), List.of());
  }

  Era holding(Early message) {
    var more = new ArrayList<>(held);
    more.add(message);
    return new Era(excluded, frozen, more, reports);
  }

  Era with(Reported report) {
    var more = new ArrayList<>(reports);
    more.add(report);
    more.sort((one, other) -> Integer.compare(one.by, other.by));
    return new Era(excluded, frozen, held, more);
  }

  /** All survivors have reported. */
  Era withoutReports() {
    return new Era(excluded, frozen, held, List.of());
  }
}
