package io.sluice.streams.operator;

import io.sluice.streams.graph.Logic.RecordTask;
import io.sluice.streams.graph.Output;
import java.util.ArrayList;
import java.util.List;

/** Runs a task that treats each record by itself. */
final class TaskRun {

  private TaskRun() {}

  /** What the task emits for records without a time. */
  static List<Emitted> of(RecordTask task, Object... records) {
    return at(task, Output.NO_TIME, Output.NO_TIME, records);
  }

  static List<Emitted> at(RecordTask task, long time, long watermark, Object... records) {
    var emitted = new ArrayList<Emitted>();
    var out =
        new Output() {
          @Override
          public void emit(int port, Object record) {
            emit(port, record, time, watermark);
          }

          @Override
          public void emit(int port, Object record, long at, long stamp) {
            emitted.add(new Emitted(port, record, at, stamp));
          }
        };
    for (var record : records) {
      try {
        task.process(record, time, watermark, out);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
    return emitted;
  }
}
