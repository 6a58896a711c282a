package io.sluice.cluster;

import io.sluice.protocol.data.CopyMessage;
import io.sluice.protocol.data.StoreReport;
import io.sluice.protocol.data.Whereabouts;
import io.sluice.protocol.forgetting.Answer;
import java.util.List;
import java.util.Optional;

/** What nodes send each other. Each frame belongs to a view; in any other it means nothing. */
public sealed interface Frame {

  long view();

  /**
   * A protocol's message.
   *
   * @param head what it is about
   * @param message the message itself
   */
  record Step(Head head, Object message) implements Frame {
    @Override
    public long view() {
      return head.view();
    }
  }

  /** In place of the message of a protocol that is not known here: the step is to be refused. */
  record Unintelligible() {}

  /**
   * What a protocol's message is about.
   *
   * @param resource the name of the lock
   * @param algorithm the protocol that it runs
   * @param fence the highest fencing number of this lock that the sender knows
   * @param data where the newest version of the data is that the lock protects, if it does; the
   *     processes are places in the view
   */
  record Head(
      long view, String resource, String algorithm, long fence, Optional<Whereabouts> data) {}

  /** What nodes say to each other beside the protocols. */
  sealed interface Notice extends Frame {}

  /**
   * I have ceased to act in earlier views, and these locks I still hold from them.
   *
   * @param wanted the semaphores for which requests wait at this node
   * @param stored the data of which this node has a version, or knows one
   * @param more whether that is not all: the rest follows
   */
  record Held(
      long view, List<Holding> holdings, List<String> wanted, List<Stored> stored, boolean more)
      implements Notice {}

  /**
   * What a node has of the data that a lock protects.
   *
   * @param version the newest version that it has whole
   * @param known the newest version that it knows of
   * @param stores what it knows of the directories in which the data is stored
   */
  record Stored(String resource, String algorithm, long version, long known, StoreReport stores) {}

  /** A message about the copies of the data that a lock protects. */
  record OfCopies(long view, String resource, String algorithm, CopyMessage message)
      implements Notice {}

  /**
   * A lock held from an earlier view.
   *
   * @param algorithm the protocol that the holder runs it with
   * @param unit which of several equal resources
   * @param room which room of it: others may share that
   */
  record Holding(String resource, String algorithm, int unit, String room) {}

  /**
   * A lock that I held from an earlier view is free.
   *
   * @param fence the highest fencing number of this lock that the sender knows
   */
  record Freed(long view, String resource, int unit, long fence) implements Notice {}

  /**
   * The receiver runs another protocol for this lock than the sender does.
   *
   * @param algorithm the sender's; nothing if it does not know the receiver's protocol
   */
  record Refused(long view, String resource, Optional<String> algorithm) implements Notice {}

  /**
   * Asks a member which requests it has, for one lock or for all.
   *
   * @param number tells this question from others of the sender
   */
  record Inquiry(long view, long number, Optional<String> resource) implements Notice {}

  /**
   * Answers an {@link Inquiry}.
   *
   * @param passages the latest entries of these locks, since members have asked for them
   * @param omitted how many more requests there are than fit into the frame
   */
  record Inventory(
      long view, long number, List<Occupant> occupants, List<Passage> passages, int omitted)
      implements Notice {}

  /**
   * An entry of a lock. Times are microseconds since 1970, by the clock of the member.
   *
   * @param asked when the request was made
   * @param granted when it was granted
   * @param released when it was released; 0 if it is still inside
   */
  record Passage(String resource, long fence, long asked, long granted, long released) {}

  /**
   * A request that waits for a lock or holds it.
   *
   * @param inside whether it holds the lock
   * @param unit which of several equal resources; of a request that waits, which one it wants
   * @param fence the fencing number; 0 while the request waits
   * @param millis for how long it has been waiting or inside
   * @param thread the name of the thread that asked
   */
  record Occupant(
      String resource,
      String algorithm,
      boolean inside,
      String room,
      int unit,
      int priority,
      long fence,
      long millis,
      String thread) {}

  /**
   * Takes a lock away from requests of the receiver.
   *
   * @param number tells this question from others of the sender
   * @param fences the fencing numbers of these requests
   * @param why the reason, for people
   */
  record Revoke(long view, long number, String resource, List<Long> fences, String why)
      implements Notice {}

  /**
   * Answers a {@link Revoke}.
   *
   * @param fences the fencing numbers of the requests that have lost the lock by it
   * @param fence higher than these, and lower than that of every later holder; 0 if there are none
   * @param refused why the lock cannot be taken away from any request
   */
  record Revoked(long view, long number, List<Long> fences, long fence, Optional<String> refused)
      implements Notice {}

  /**
   * Proposes to forget names that no request uses: the receiver freezes those that are idle there.
   *
   * @param number tells this proposal from others of the sender, which makes one after the other
   * @param algorithm the protocol that these locks run
   */
  record Freeze(long view, long number, String algorithm, List<String> names) implements Notice {}

  /**
   * Answers a {@link Freeze}.
   *
   * @param answers in the order of the names
   * @param fence the highest fencing number that the sender knows of the names that it has frozen
   */
  record Frozen(long view, long number, List<Answer> answers, long fence) implements Notice {}

  /**
   * Ends a proposal: the receiver drops what it knows of the names that are forgotten, and
   * continues as before with the others.
   *
   * @param forgotten in the order of the names
   * @param fence lower than every later fencing number of these names
   */
  record Decided(long view, long number, List<Boolean> forgotten, long fence) implements Notice {}
}
