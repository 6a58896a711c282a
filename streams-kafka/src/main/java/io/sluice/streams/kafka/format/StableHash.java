package io.sluice.streams.kafka.format;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The group of a key: the same in every JVM, unlike {@link Object#hashCode}, which for enums and
 * everything that contains one is another in each.
 */
public final class StableHash {

  private final RecordFormat format;

  public StableHash(RecordFormat format) {
    this.format = format;
  }

  /** The group that a key falls into. */
  public int group(Object key, int groups) {
    int hash = of(key) * 0x9E3779B9; // Neighbouring hash codes get far apart.
    return Math.floorMod(hash ^ (hash >>> 15), groups);
  }

  private int of(Object key) {
    return switch (key) {
      // Their hash codes are specified.
      case String text -> text.hashCode();
      case Integer number -> number.hashCode();
      case Long number -> number.hashCode();
      case Short number -> number.hashCode();
      case Byte number -> number.hashCode();
      case Character character -> character.hashCode();
      case Boolean flag -> flag.hashCode();
      case Double number -> number.hashCode();
      case Float number -> number.hashCode();
      case UUID id -> id.hashCode();
      case Enum<?> constant -> constant.name().hashCode();
      case Optional<?> maybe -> maybe.isPresent() ? 31 + of(maybe.get()) : 0;
      case Record record -> {
        int hash = 1;
        for (var component : RecordShape.of(record.getClass()).components()) {
          var value = component.accessor().apply(record);
          hash = 31 * hash + (value == null ? 0 : of(value));
        }
        yield hash;
      }
      case List<?> list -> {
        int hash = 1;
        for (var each : list) {
          hash = 31 * hash + of(each);
        }
        yield hash;
      }
      case Set<?> set -> set.stream().mapToInt(this::of).sum();
      default -> Arrays.hashCode(format.toBytes(key));
    };
  }
}
