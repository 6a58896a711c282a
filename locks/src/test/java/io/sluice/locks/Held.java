package io.sluice.locks;

import io.sluice.locks.recipe.MultiLease;
import io.sluice.protocol.Claim;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What a contender has, until it closes it. */
interface Held extends AutoCloseable {

  /**
   * A lock or unit that is held. As text: {@code LOCK:FENCE:UNIT:ROOM}, without a room if it is
   * held alone.
   */
  record Part(String lock, long fence, Claim claim) {

    static Part parse(String text) {
      String[] words = text.split(":", -1);
      var claim = Claim.room(words[3]).toUnit(Integer.parseInt(words[2]));
      return new Part(words[0], Long.parseLong(words[1]), claim);
    }

    @Override
    public String toString() {
      return "%s:%d:%d:%s".formatted(lock, fence, claim.unit(), claim.room());
    }
  }

  /** Whether all of it is held at this moment. */
  boolean valid();

  List<Part> parts();

  /** As {@link Lease#onLost}. */
  void onLost(Runnable listener);

  /** What the contender exchanges it for after a while, with no conflicting holder in between. */
  default Optional<Supplier<Held>> next() {
    return Optional.empty();
  }

  @Override
  void close();

  /** A lock or unit that is held alone. */
  static Held of(Lease lease) {
    return of(MultiLease.of(List.of(lease)), Claim.ALONE);
  }

  /** Locks or units that are held alone. */
  static Held of(MultiLease leases) {
    return of(leases, Claim.ALONE);
  }

  /** A lock that is held in that room, together with others. */
  static Held in(String room, Lease lease) {
    return of(MultiLease.of(List.of(lease)), room);
  }

  /** A lease of the write lock, which is exchanged for one of the read lock. */
  static Held writing(DistributedReadWriteLock pair, Lease lease) {
    return new Leases(
        MultiLease.of(List.of(lease)),
        Claim.ALONE,
        Optional.of(() -> of(MultiLease.of(List.of(pair.downgrade(lease))), Claim.SHARED.room())));
  }

  private static Held of(MultiLease leases, String room) {
    return new Leases(leases, room, Optional.empty());
  }

  /** Leases, all of which are held in the same room. */
  record Leases(MultiLease all, String room, Optional<Supplier<Held>> next) implements Held {
    @Override
    public boolean valid() {
      return all.valid();
    }

    @Override
    public List<Part> parts() {
      return all.leases().stream()
          .map(each -> new Part(each.lock(), each.fence(), Claim.room(room).toUnit(each.unit())))
          .toList();
    }

    @Override
    public void onLost(Runnable listener) {
      all.onLost(listener);
    }

    @Override
    public void close() {
      all.close();
    }
  }
}
