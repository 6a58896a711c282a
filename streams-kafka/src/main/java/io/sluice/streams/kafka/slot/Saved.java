package io.sluice.streams.kafka.slot;

import io.sluice.cluster.wire.Codec;
import io.sluice.streams.kafka.format.ByteReader;
import io.sluice.streams.kafka.state.Keys;
import io.sluice.streams.kafka.state.StateTable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;

/**
 * What the state partition of a slot has: the last value of each key. State of keys of the
 * application goes to files, if there are any.
 */
public final class Saved {

  static final Codec<SlotState> STATES = Codec.of(SlotState.class);
  static final Codec<Progress> PROGRESSES = Codec.of(Progress.class);

  private final int slot;
  private final Optional<StateTable> files;
  private final Map<Bytes, byte[]> entries = new HashMap<>();

  /**
   * Nothing yet.
   *
   * @param files where state is kept; in memory if not given
   */
  public Saved(int slot, Optional<StateTable> files) {
    this.slot = slot;
    this.files = files;
  }

  Optional<StateTable> files() {
    return files;
  }

  /** An entry of the partition, in the order of the log. */
  public void put(byte[] key, Optional<byte[]> value) {
    if (files.isPresent() && Keys.isState(key)) {
      value.ifPresentOrElse(
          bytes -> files.get().put(slot, key, bytes), () -> files.get().remove(slot, key));
      return;
    }
    var wrapped = Bytes.wrap(key);
    if (value.isPresent()) {
      entries.put(wrapped, value.get());
    } else {
      entries.remove(wrapped);
    }
  }

  /** How many steps the bundle had made, as the first of its slots has it; 0 if none. */
  public long step() {
    return Optional.ofNullable(entries.get(Bytes.wrap(Keys.step())))
        .map(value -> new ByteReader(value).number())
        .orElse(0L);
  }

  Optional<SlotState> state() {
    return Optional.ofNullable(entries.get(Bytes.wrap(Keys.slot()))).map(STATES::decode);
  }

  Progress progress() {
    return Optional.ofNullable(entries.get(Bytes.wrap(Keys.progress())))
        .map(PROGRESSES::decode)
        .orElse(Progress.NONE);
  }

  /** Gives the store what it had; parked records in the order in which they came. */
  void restore(Store store) {
    entries.forEach(
        (key, value) -> {
          if (Keys.read(key.get()) instanceof Keys.OfState state) {
            store.restore(state, value);
          }
        });
    store.restoreFromFiles();
    parked().forEach(key -> store.restore(key, entries.getOrDefault(wrapped(key), new byte[0])));
  }

  private List<Keys.OfParked> parked() {
    return entries.keySet().stream()
        .map(key -> Keys.read(key.get()))
        .filter(Keys.OfParked.class::isInstance)
        .map(Keys.OfParked.class::cast)
        .sorted(Comparator.comparingLong(Keys.OfParked::number))
        .toList();
  }

  private static Bytes wrapped(Keys.OfParked key) {
    return Bytes.wrap(Keys.parked(key.number()));
  }
}
