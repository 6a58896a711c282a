package io.sluice.cluster.data;

import io.sluice.cluster.Member;
import java.util.Optional;

/**
 * Which members read a version from this node just now. While one does, the next is told to read
 * from the one before it, which passes blocks on as they arrive: so the bytes leave this node once,
 * and many readers take hardly longer than one. Used by the threads of all connections.
 */
final class Readers {

  private long version;
  private int reading;
  private Optional<Member> last = Optional.empty();

  /**
   * A member begins to read.
   *
   * @param elsewhere whether it may be told to read from another member
   * @return that member; otherwise it reads here, until {@link #end}
   */
  synchronized Optional<Member> begin(Member reader, long newest, boolean elsewhere) {
    if (newest != version) {
      version = newest;
      reading = 0;
      last = Optional.empty();
    }
    var before = last.filter(each -> elsewhere && reading > 0 && !each.equals(reader));
    last = Optional.of(reader);
    reading += before.isEmpty() ? 1 : 0;
    return before;
  }

  /** A member that read here has that version, or does not read it any more. */
  synchronized void end(long ended) {
    reading -= ended == version ? 1 : 0;
  }
}
