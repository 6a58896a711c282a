package io.sluice.streams.watch;

import io.sluice.streams.Snapshot.Kind;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An event of a flight recording: an instance has duplicated or deleted itself. */
@Name("io.sluice.Scaling")
@Label("Scaling")
@Description("An instance of an operator duplicates or deletes itself, from the order to the end")
@Category("Sluice")
@StackTrace(false)
@SuppressWarnings("UnusedVariable") // the recorder reads the fields
public final class ScalingEvent extends Event {

  @Label("Pipeline")
  private final String pipeline;

  @Label("Operator")
  private final String operator;

  @Label("Action")
  private String action = "";

  @Label("Instances")
  @Description("How many instances began or ended")
  private int instances;

  private ScalingEvent(String pipeline, String operator) {
    this.pipeline = pipeline;
    this.operator = operator;
  }

  /** An instance is told to duplicate or delete itself. */
  public static ScalingEvent begin(String pipeline, String operator) {
    var event = new ScalingEvent(pipeline, operator);
    event.begin();
    return event;
  }

  /** It has done so. */
  public void end(Kind kind, int number) {
    end();
    if (shouldCommit()) {
      action = kind.name();
      instances = number;
      commit();
    }
  }
}
