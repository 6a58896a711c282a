package io.sluice.cluster.runtime;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.cluster.runtime.Request.State;
import java.util.stream.Collectors;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/**
 * The events of a flight recording. Without a recorder, an event costs a read of a flag: no class
 * of an event is used before there is one, since the first of them makes the JDK load its recorder
 * and read the descriptions of all its own events, in a process that has just started.
 */
final class FlightEvents {

  private FlightEvents() {}

  static boolean wantWaits() {
    return FlightRecorder.isInitialized() && LockWait.EXAMPLE.isEnabled();
  }

  static boolean wantHolds() {
    return FlightRecorder.isInitialized() && LockHeld.EXAMPLE.isEnabled();
  }

  static void lost(Request request) {
    if (FlightRecorder.isInitialized()) {
      LockLost.record(request);
    }
  }

  static void released(Request request, Member by, String why) {
    if (FlightRecorder.isInitialized()) {
      ForcedRelease.record(request, by, why);
    }
  }

  static void viewed(View view, String why) {
    if (FlightRecorder.isInitialized()) {
      ViewChange.record(view, why);
    }
  }

  /** What all events of a lock have. Not private: the recorder ignores what a base class hides. */
  @Category("Sluice")
  @StackTrace(false)
  abstract static class OfLock extends Event {
    @Label("Lock")
    String lock = "";

    @Label("Algorithm")
    String algorithm = "";

    @Label("Fence")
    @Description("The number of the entry; 0 if there was none")
    long fence;

    void tellOf(Request request) {
      lock = request.resource().name();
      algorithm = request.resource().algorithm().name();
      fence = request.fence();
    }
  }

  /** A wait for a lock, committed when it ends. */
  @Name("io.sluice.LockWait")
  @Label("Lock Wait")
  @Description("From asking for a lock to having it, or to giving up")
  @Threshold("10 ms")
  @SuppressWarnings("UnusedVariable") // the recorder reads the fields
  static final class LockWait extends OfLock {
    private static final LockWait EXAMPLE = new LockWait();

    @Label("Outcome")
    private String outcome = "";

    @Label("Asker")
    private Thread asker = Thread.currentThread();

    void over(Request request) {
      end();
      if (shouldCommit()) {
        tellOf(request);
        outcome = request.state().name();
        commit();
      }
    }
  }

  /** A held lock, committed when it is released or lost. */
  @Name("io.sluice.LockHeld")
  @Label("Lock Held")
  @Description("From having a lock to leaving or losing it")
  @Threshold("10 ms")
  @SuppressWarnings("UnusedVariable") // the recorder reads the fields
  static final class LockHeld extends OfLock {
    private static final LockHeld EXAMPLE = new LockHeld();

    @Label("Unit")
    private int unit;

    @Label("Lost")
    private boolean lost;

    void over(Request request) {
      end();
      if (shouldCommit()) {
        tellOf(request);
        unit = request.unit();
        lost = request.state() == State.LOST;
        commit();
      }
    }
  }

  /** A lock that was lost. */
  @Name("io.sluice.LockLost")
  @Label("Lock Lost")
  @Description("A node was a member no longer, and with that lost what it held")
  @SuppressWarnings("UnusedVariable") // the recorder reads the fields
  private static final class LockLost extends OfLock {
    @Label("Reason")
    private String reason = "";

    private static void record(Request request) {
      var event = new LockLost();
      if (event.isEnabled()) {
        event.tellOf(request);
        event.reason = request.why();
        event.commit();
      }
    }
  }

  /** A lock that was taken away from its holder. */
  @Name("io.sluice.ForcedRelease")
  @Label("Forced Release")
  @Description("A member has taken a lock away from its holder")
  @SuppressWarnings("UnusedVariable") // the recorder reads the fields
  private static final class ForcedRelease extends OfLock {
    @Label("Asked By")
    private String by = "";

    @Label("Reason")
    private String reason = "";

    private static void record(Request request, Member by, String why) {
      var event = new ForcedRelease();
      if (event.isEnabled()) {
        event.tellOf(request);
        event.by = by.name();
        event.reason = why;
        event.commit();
      }
    }
  }

  /** A view that has come. */
  @Name("io.sluice.ViewChange")
  @Label("View Change")
  @Description("The members now; none if this node is no longer a member")
  @Category("Sluice")
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable") // the recorder reads the fields
  private static final class ViewChange extends Event {
    @Label("Number")
    private long number;

    @Label("Members")
    private String members = "";

    @Label("Reason")
    private String reason = "";

    private static void record(View view, String why) {
      var event = new ViewChange();
      if (event.isEnabled()) {
        event.number = view.number();
        event.members = view.members().stream().map(Member::name).collect(Collectors.joining(" "));
        event.reason = why;
        event.commit();
      }
    }
  }
}
