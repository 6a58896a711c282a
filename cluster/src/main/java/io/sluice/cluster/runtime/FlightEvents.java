package io.sluice.cluster.runtime;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.cluster.runtime.Request.State;
import java.util.stream.Collectors;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** What is written into a flight recording. Without one, an event costs a look at a flag. */
final class FlightEvents {

  private FlightEvents() {}

  /**
   * What all events of a lock tell. Not private: the recorder leaves out what a base class hides.
   */
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

  /** Of somebody who waited for a lock, when that is over. */
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

    static boolean isWanted() {
      return EXAMPLE.isEnabled();
    }

    void over(Request request) {
      end();
      if (shouldCommit()) {
        tellOf(request);
        outcome = request.state().name();
        commit();
      }
    }
  }

  /** Of somebody who had a lock, when that is over. */
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

    static boolean isWanted() {
      return EXAMPLE.isEnabled();
    }

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
  static final class LockLost extends OfLock {
    @Label("Reason")
    private String reason = "";

    static void record(Request request) {
      var event = new LockLost();
      if (event.isEnabled()) {
        event.tellOf(request);
        event.reason = request.why();
        event.commit();
      }
    }
  }

  /** A view that has come. */
  @Name("io.sluice.ViewChange")
  @Label("View Change")
  @Description("Who takes part now; nobody if this node is no member any more")
  @Category("Sluice")
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable") // the recorder reads the fields
  static final class ViewChange extends Event {
    @Label("Number")
    private long number;

    @Label("Members")
    private String members = "";

    @Label("Reason")
    private String reason = "";

    static void record(View view, String why) {
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
