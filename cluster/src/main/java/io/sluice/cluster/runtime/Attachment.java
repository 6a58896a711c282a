package io.sluice.cluster.runtime;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.protocol.data.CopyMessage;
import io.sluice.protocol.data.CopyMessage.Stock;
import io.sluice.protocol.data.StoreReport;
import io.sluice.protocol.data.Whereabouts;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One node's part in the data that a lock protects, or in a latch or barrier. It hears of the views
 * and messages of the lock, and acts within its steps. Processes are places in the current view.
 *
 * <p>All methods but {@link #serve} and {@link #sealed} are called within the lock's mailbox.
 */
public interface Attachment {

  /** For a lock that protects no data. */
  Attachment NONE = new Attachment() {};

  /** What each message of the lock is to carry. */
  default Optional<Whereabouts> known() {
    return Optional.empty();
  }

  /** A message of the lock has brought this. */
  default void heard(Whereabouts known) {}

  /** A message about copies has come. */
  default void received(int from, CopyMessage message) {}

  /** A message of the resource's own protocol has come, where that is no lock. */
  default void stepped(int from, Object message) {}

  /** Another member uses the name for something else. */
  default void refused(ProtocolMismatchException mismatch) {}

  /** This node has stopped for good. */
  default void stopped(String why) {}

  /** What this node has and knows, for the census of the next view. */
  default Optional<Stock> stock() {
    return Optional.empty();
  }

  /** A view has come; its census is not complete yet. */
  default void viewed(View view, int self) {}

  /** What this node knows of the directories in which the data is stored, for the same census. */
  default StoreReport stores() {
    return StoreReport.NONE;
  }

  /**
   * The view is open: what those of its members have and know that have anything.
   *
   * @param stores what they know of stores, by their places
   */
  default void counted(List<Stock> stocks, Map<Integer, StoreReport> stores) {}

  /** This node is no longer a member. */
  default void lost(String why) {}

  /** Answers a member that reads versions, until it closes the channel. */
  default void serve(Member reader, ByteChannel channel) throws IOException {}

  /** That version, or a newer one, for a node of the same JVM. */
  default Optional<Object> sealed(long version) {
    return Optional.empty();
  }
}
