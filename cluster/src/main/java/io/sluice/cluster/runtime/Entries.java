package io.sluice.cluster.runtime;

import io.sluice.cluster.Member;
import java.util.List;

/**
 * How a {@link Resource} obtains entries from the protocol for the requests that wait at this node:
 * {@link SingleEntry} with one process, or {@link Seats} with several.
 *
 * <p>Called by tasks of the resource's mailbox only. An implementation moves a request from {@link
 * Resource#waiting} to {@link Resource#inside} and grants it.
 */
sealed interface Entries permits SingleEntry, Seats, Entries.None {

  /** A message of the protocol has arrived; {@link #advance} follows. */
  void receive(Member from, Object message);

  /** Something has changed: asks the protocol, or grants requests, as far as possible. */
  void advance();

  /** A request was withdrawn while it waited. */
  void withdrawn();

  /** A request of this view has been released; {@link #advance} follows. */
  void released(Request request);

  /** The view has ended, and with it all processes of the protocol. */
  void reset();

  /** Whether no process of this node waits or is inside, nor holds back what it was sent. */
  boolean isIdle();

  /** The names that this node waits for and that the other members must know in the census. */
  List<String> wanted();

  /** For a latch or barrier, which grants nothing: its messages are for what is attached to it. */
  record None(Resource resource) implements Entries {
    @Override
    public void receive(Member from, Object message) {
      resource.attach().stepped(resource.epoch.place(from), message);
    }

    @Override
    public void advance() {}

    @Override
    public void withdrawn() {}

    @Override
    public void released(Request request) {}

    @Override
    public void reset() {}

    @Override
    public boolean isIdle() {
      return true;
    }

    @Override
    public List<String> wanted() {
      return List.of();
    }
  }
}
