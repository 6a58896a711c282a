package io.sluice.locks.data;

import io.sluice.locks.DataHandle;
import io.sluice.locks.ReadView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * A value that all nodes of a cluster share: read by many, or replaced by one at a time.
 *
 * <pre>{@code
 * Data<Prices> prices = Data.of(handle, Format.of(Prices.class), new Prices(Map.of()));
 * prices.update(patience, old -> new Prices(Map.of("sku-7", 42)));
 * log.info("the prices are {}", prices.get(patience));
 * }</pre>
 *
 * @param <T> the type of the value, which should not change
 */
public final class Data<T> {

  private final DataHandle handle;
  private final Format<T> format;
  private final T initial;

  private Data(DataHandle handle, Format<T> format, T initial) {
    this.handle = handle;
    this.format = format;
    this.initial = initial;
  }

  /**
   * The value that the data holds.
   *
   * @param handle data that is used for nothing else, in any size
   * @param initial the value until the first update; the same in all nodes
   */
  public static <T> Data<T> of(DataHandle handle, Format<T> format, T initial) {
    return new Data<>(handle, format, initial);
  }

  /**
   * The last committed value.
   *
   * @throws TimeoutException if it cannot be read within that time
   */
  public T get(Duration patience) throws InterruptedException, TimeoutException {
    try (ReadView view = handle.requestRead().acquire(patience)) {
      return value(view.version(), view.segment());
    }
  }

  /**
   * Replaces the value. No other update comes between reading the old value and committing the new
   * one; if the change throws, nothing is replaced.
   *
   * @return the new value
   * @throws TimeoutException if it cannot be written within that time
   */
  public T update(Duration patience, UnaryOperator<T> change)
      throws InterruptedException, TimeoutException {
    try (var view = handle.requestWrite().acquire(patience)) {
      T next = change.apply(value(view.version(), view.segment()));
      byte[] bytes = format.write(next);
      view.resize(Math.max(1, bytes.length));
      MemorySegment.copy(MemorySegment.ofArray(bytes), 0, view.segment(), 0, bytes.length);
      view.commit();
      return next;
    }
  }

  private T value(long version, MemorySegment bytes) {
    return version == 0 ? initial : format.read(bytes.toArray(ValueLayout.JAVA_BYTE));
  }
}
