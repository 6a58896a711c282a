package io.sluice.protocol.data;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Time;
import java.util.List;

/** What processes tell each other about their copies, and what the environment tells a process. */
public sealed interface CopyMessage {

  /** To a process that shall fetch a copy of this version from the sender, and keep it. */
  record Offer(@Time long version) implements CopyMessage {}

  /** The answer: the sender has this version, or a newer one than was offered. */
  record Kept(@Time long version) implements CopyMessage {}

  /** The answer of a process that departs: it keeps no copy. */
  record Declined() implements CopyMessage {}

  /** The record of a version that is about to be committed. */
  record Known(Whereabouts whereabouts) implements CopyMessage {}

  /** The answer: the sender knows the record. */
  record Noted(@Time long version) implements CopyMessage {}

  /**
   * After a crash, to all survivors: what the sender has and knows.
   *
   * @param crashed the processes whose crash the sender knows of: the report counts among processes
   *     that know of the same
   */
  record Report(ProcessSet crashed, @Time long stored, Whereabouts known) implements CopyMessage {}

  /** The sender departs, and what it knew. */
  record Gone(Whereabouts known) implements CopyMessage {}

  /** What only live processes tell each other; {@link Replication} never sees it. */
  sealed interface LiveMessage extends CopyMessage {}

  /**
   * The sender waits for the data, so that it is the best one to keep the next version's copy.
   *
   * @param toWrite whether it waits to write, or only to read
   * @param stored the version that it has
   */
  record Waits(boolean toWrite, @Time long stored) implements LiveMessage {}

  /** The sender waits no longer: it was granted the data, or has given up. */
  record WaitsNoLonger() implements LiveMessage {}

  /** The sender sends this version to the receiver, over a connection for data, unrequested. */
  record Pushes(@Time long version) implements LiveMessage {}

  /** About stores. */
  sealed interface StoreMessage extends LiveMessage {}

  /**
   * The sender has opened a store, or answers such a message.
   *
   * @param stored the newest version that it has whole
   * @param known the newest version that it knows
   * @param asking whether it wants to know the same of the receiver
   */
  record Present(@Time long stored, @Time long known, StoreReport report, boolean asking)
      implements StoreMessage {}

  /** To be put into the receiver's store: the record of a version that has its copies. */
  record Recorded(StoreRecord record) implements StoreMessage {}

  /** The sender departs, and its store says so. */
  record Left(StoreRecord record) implements StoreMessage {}

  /** The answer: the record of that version is in the sender's store. */
  record OnDisk(@Time long version) implements StoreMessage {}

  /** What the environment tells its own process; it is never sent. */
  sealed interface Event extends CopyMessage {}

  /** The application waits for the data, or is inside, or neither any longer. */
  record Wanted(boolean wanted) implements Event {}

  /**
   * A message of the lock has brought this.
   *
   * @param crashed the processes whose crash its sender knew of
   */
  record Heard(Whereabouts whereabouts, ProcessSet crashed) implements Event {}

  /** A version has been fetched whole. */
  record Arrived(@Time long version) implements Event {}

  /** A process does not have what was to be fetched from it. */
  record Refused(@ProcessId int by) implements Event {}

  /**
   * The writer, which is alone inside, commits: the version is whole here.
   *
   * @param preferred processes that wait for the data, the best ones to keep the second copy
   */
  record Commit(@Time long version, ProcessSet preferred) implements Event {}

  /** The process shall depart as soon as the newest version is elsewhere too. */
  record Departing() implements Event {}

  /**
   * A new view: its members, and what each of them has and knows. Where views are agreed on, it
   * takes the place of exclusions and reports.
   */
  record Census(ProcessSet members, List<Stock> stocks) implements Event {}

  /** What one process has and knows. */
  record Stock(@ProcessId int process, @Time long stored, Whereabouts known) {}
}
