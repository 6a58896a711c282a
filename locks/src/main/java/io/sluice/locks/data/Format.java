package io.sluice.locks.data;

import io.sluice.cluster.wire.Codec;
import java.nio.ByteBuffer;

/**
 * Writes values of a type as bytes and reads them.
 *
 * <pre>{@code
 * Format<Prices> format = Format.of(Prices.class);
 * byte[] bytes = format.write(new Prices(Map.of("sku-7", 42)));
 * Prices read = format.read(bytes);
 * }</pre>
 *
 * @param <T> the type
 */
public interface Format<T> {

  byte[] write(T value);

  T read(byte[] bytes);

  /**
   * The format of a record whose components are numbers, booleans, strings, enums, lists, maps and
   * optionals, and records of these.
   *
   * @throws IllegalArgumentException if a component is of another type; the message names it
   */
  static <R extends Record> Format<R> of(Class<R> type) {
    var codec = Codec.<R>of(type);
    return new Format<>() {
      @Override
      public byte[] write(R value) {
        return codec.encode(value);
      }

      @Override
      public R read(byte[] bytes) {
        return codec.decode(ByteBuffer.wrap(bytes));
      }
    };
  }
}
