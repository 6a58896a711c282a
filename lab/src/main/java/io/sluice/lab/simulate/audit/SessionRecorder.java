package io.sluice.lab.simulate.audit;

import io.sluice.lab.simulate.Auditor;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.List;

/** Records all sessions, in the order in which they end. */
public final class SessionRecorder implements Auditor {

  /** The session of a class, if a process is inside. */
  private static final class Current {
    private final int group;
    private final String room;
    private int inside;
    private int peak;
    private long entries;
    private long start;

    Current(ConflictClasses.ConflictClass conflictClass) {
      this.group = conflictClass.group();
      this.room = conflictClass.room();
    }
  }

  private final ConflictClasses classes;
  private final List<Current> byClass = new ArrayList<>();
  private final List<Session> sessions = new ArrayList<>();

  public SessionRecorder(Layout layout) {
    this.classes = new ConflictClasses(layout);
  }

  public List<Session> sessions() {
    return List.copyOf(sessions);
  }

  @Override
  public void entered(long at, int process, Claim claim, long fence) {
    var own = classes.of(process, claim);
    if (own.index() == byClass.size()) {
      byClass.add(new Current(own));
    }
    var current = byClass.get(own.index());
    if (current.inside == 0) {
      current.start = at;
      current.peak = 0;
      current.entries = 0;
    }
    current.inside++;
    current.entries++;
    current.peak = Math.max(current.peak, current.inside);
  }

  @Override
  public void released(long at, int process, Claim claim) {
    var current = byClass.get(classes.of(process, claim).index());
    current.inside--;
    if (current.inside == 0) {
      close(at, current);
    }
  }

  @Override
  public void ended(long at) {
    byClass.stream().filter(current -> current.inside > 0).forEach(current -> close(at, current));
  }

  private void close(long at, Current current) {
    sessions.add(
        new Session(current.group, current.room, current.start, at, current.peak, current.entries));
  }
}
