package io.sluice.streams.kafka.format;

import io.sluice.streams.operator.Saveable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.serialization.Serde;

/**
 * Any value of an application as bytes, and back: records and enums of any kind, what is named in
 * {@link Tag}, collections of those, and classes for which the application gave a {@link Serde}.
 *
 * <p>The bytes name classes, but only records and enums are ever made of what they say, a record by
 * its own constructor. So the topics that this is read from must be writable for workers only.
 */
public final class RecordFormat {

  /** What follows. */
  private enum Tag {
    NULL,
    TRUE,
    FALSE,
    INT,
    LONG,
    DOUBLE,
    FLOAT,
    SHORT,
    BYTE,
    CHAR,
    STRING,
    BYTES,
    LIST,
    SET,
    MAP,
    NOTHING,
    SOMETHING,
    RECORD,
    ENUM,
    INSTANT,
    DURATION,
    LOCAL_DATE,
    LOCAL_DATE_TIME,
    UUID,
    BIG_DECIMAL,
    BIG_INTEGER,
    SERDE
  }

  private static final Tag[] TAGS = Tag.values();

  /** Whatever has no serialised form passes no topic; so the name of one is not needed. */
  private static final String NO_TOPIC = "";

  private final Map<Class<?>, Serde<Object>> serdes;
  private final ClassLoader loader;

  /**
   * @param serdes for classes that are neither records nor known here
   * @param loader of the application's classes
   */
  public RecordFormat(Map<Class<?>, Serde<Object>> serdes, ClassLoader loader) {
    this.serdes = new HashMap<>(serdes);
    this.loader = loader;
  }

  public byte[] toBytes(Object value) {
    var out = new ByteWriter();
    write(value, out);
    return out.toBytes();
  }

  /** The value that {@link #toBytes} has written. */
  public Object fromBytes(byte[] bytes) {
    return read(new ByteReader(bytes));
  }

  /**
   * @throws IllegalArgumentException if the value has no form as bytes; the message names its class
   *     and says what to do
   */
  public void write(Object value, ByteWriter out) {
    var serde = serdes.get(value.getClass());
    if (serde != null) {
      tag(Tag.SERDE, out);
      out.type(value.getClass());
      out.bytes(serde.serializer().serialize(NO_TOPIC, value));
      return;
    }
    switch (value) {
      case String text -> {
        tag(Tag.STRING, out);
        out.text(text);
      }
      case Integer number -> number(Tag.INT, number, out);
      case Long number -> number(Tag.LONG, number, out);
      case Boolean flag -> tag(flag ? Tag.TRUE : Tag.FALSE, out);
      case Double number -> {
        tag(Tag.DOUBLE, out);
        out.word(Double.doubleToRawLongBits(number));
      }
      case Float number -> number(Tag.FLOAT, Float.floatToRawIntBits(number), out);
      case Short number -> number(Tag.SHORT, number, out);
      case Byte number -> number(Tag.BYTE, number, out);
      case Character character -> number(Tag.CHAR, character, out);
      case Record record -> {
        tag(Tag.RECORD, out);
        out.type(record.getClass());
        writeComponents(record, out);
      }
      case Saveable state -> write(state.saved(), out);
      case Enum<?> constant -> {
        tag(Tag.ENUM, out);
        out.type(constant.getDeclaringClass());
        out.text(constant.name());
      }
      case byte[] bytes -> {
        tag(Tag.BYTES, out);
        out.bytes(bytes);
      }
      case List<?> list -> writeAll(Tag.LIST, list, out);
      case Set<?> set -> writeAll(Tag.SET, set, out);
      case Map<?, ?> map -> {
        number(Tag.MAP, map.size(), out);
        map.forEach(
            (key, each) -> {
              writeAny(key, out);
              writeAny(each, out);
            });
      }
      case Optional<?> maybe -> {
        tag(maybe.isPresent() ? Tag.SOMETHING : Tag.NOTHING, out);
        maybe.ifPresent(each -> write(each, out));
      }
      default -> writeOther(value, out);
    }
  }

  private static void writeOther(Object value, ByteWriter out) {
    switch (value) {
      case Instant time -> {
        number(Tag.INSTANT, time.getEpochSecond(), out);
        out.number(time.getNano());
      }
      case Duration time -> {
        number(Tag.DURATION, time.getSeconds(), out);
        out.number(time.getNano());
      }
      case LocalDate date -> number(Tag.LOCAL_DATE, date.toEpochDay(), out);
      case LocalDateTime time -> {
        tag(Tag.LOCAL_DATE_TIME, out);
        out.text(time.toString());
      }
      case UUID id -> {
        tag(Tag.UUID, out);
        out.word(id.getMostSignificantBits());
        out.word(id.getLeastSignificantBits());
      }
      case BigDecimal number -> {
        tag(Tag.BIG_DECIMAL, out);
        out.text(number.toString());
      }
      case BigInteger number -> {
        tag(Tag.BIG_INTEGER, out);
        out.bytes(number.toByteArray());
      }
      default ->
          throw new IllegalArgumentException(
              "a %s cannot be sent through Kafka: make it a record, or give its serde with Kafka.serde(%s.class, ...)"
                  .formatted(value.getClass().getName(), value.getClass().getSimpleName()));
    }
  }

  @SuppressWarnings("EnumOrdinal") // the order of the tags is the format
  private static void tag(Tag tag, ByteWriter out) {
    out.octet(tag.ordinal());
  }

  private static void number(Tag tag, long number, ByteWriter out) {
    tag(tag, out);
    out.number(number);
  }

  private void writeAll(Tag tag, java.util.Collection<?> values, ByteWriter out) {
    number(tag, values.size(), out);
    values.forEach(each -> writeAny(each, out));
  }

  private void writeAny(Object value, ByteWriter out) {
    if (value == null) {
      tag(Tag.NULL, out);
    } else {
      write(value, out);
    }
  }

  /** Components of primitive types need no tag. */
  private void writeComponents(Record record, ByteWriter out) {
    for (var component : RecordShape.of(record.getClass()).components()) {
      var value = component.accessor().apply(record);
      var type = component.type();
      if (type == int.class) {
        out.number((Integer) value);
      } else if (type == long.class) {
        out.number((Long) value);
      } else if (type == boolean.class) {
        out.flag((Boolean) value);
      } else if (type == double.class) {
        out.word(Double.doubleToRawLongBits((Double) value));
      } else {
        writeAny(value, out);
      }
    }
  }

  /**
   * Reads a value.
   *
   * @throws UnreadableException if there is none
   */
  public Object read(ByteReader in) {
    var value = readAny(in);
    if (value == null) {
      throw new UnreadableException("a value is missing");
    }
    return value;
  }

  @SuppressWarnings("NullAway") // a component of a record may be null
  private Object readAny(ByteReader in) {
    int tag = in.octet();
    if (tag < 0 || tag >= TAGS.length) {
      throw new UnreadableException("there is no kind of value " + tag);
    }
    return switch (TAGS[tag]) {
      case NULL -> null;
      case TRUE -> true;
      case FALSE -> false;
      case INT -> in.smallNumber();
      case LONG -> in.number();
      case DOUBLE -> Double.longBitsToDouble(in.word());
      case FLOAT -> Float.intBitsToFloat(in.smallNumber());
      case SHORT -> (short) in.number();
      case BYTE -> (byte) in.number();
      case CHAR -> (char) in.number();
      case STRING -> in.text();
      case BYTES -> in.bytes();
      case LIST -> readAll(in, new ArrayList<>());
      case SET -> readAll(in, new LinkedHashSet<>());
      case MAP -> readMap(in);
      case NOTHING -> Optional.empty();
      case SOMETHING -> Optional.of(read(in));
      case RECORD -> readRecord(in);
      case ENUM -> readConstant(in);
      case INSTANT -> Instant.ofEpochSecond(in.number(), in.number());
      case DURATION -> Duration.ofSeconds(in.number(), in.number());
      case LOCAL_DATE -> LocalDate.ofEpochDay(in.number());
      case LOCAL_DATE_TIME -> LocalDateTime.parse(in.text());
      case UUID -> new UUID(in.word(), in.word());
      case BIG_DECIMAL -> new BigDecimal(in.text());
      case BIG_INTEGER -> new BigInteger(in.bytes());
      case SERDE -> readBySerde(in);
    };
  }

  private <C extends java.util.Collection<Object>> C readAll(ByteReader in, C values) {
    for (int left = in.count(); left > 0; left--) {
      values.add(readAny(in));
    }
    return values;
  }

  private Map<Object, Object> readMap(ByteReader in) {
    var map = new LinkedHashMap<>();
    for (int left = in.count(); left > 0; left--) {
      map.put(readAny(in), readAny(in));
    }
    return map;
  }

  private Object readRecord(ByteReader in) {
    var type = in.type(loader);
    if (!type.isRecord()) {
      throw new UnreadableException(
          "%s is no record any more; its serde is missing".formatted(type.getName()));
    }
    var shape = RecordShape.of(type);
    var values = new Object[shape.components().size()];
    for (int each = 0; each < values.length; each++) {
      values[each] = readComponent(shape.components().get(each).type(), in);
    }
    try {
      var record = shape.constructor().apply(values);
      return record instanceof Saveable.Saved saved ? saved.restored() : record;
    } catch (ClassCastException e) {
      throw new UnreadableException(
          "the components of %s have other types than when it was written"
              .formatted(type.getName()),
          e);
    }
  }

  private Object readComponent(Class<?> type, ByteReader in) {
    if (type == int.class) {
      return in.smallNumber();
    } else if (type == long.class) {
      return in.number();
    } else if (type == boolean.class) {
      return in.flag();
    } else if (type == double.class) {
      return Double.longBitsToDouble(in.word());
    }
    return readAny(in);
  }

  private Object readConstant(ByteReader in) {
    var type = in.type(loader);
    String name = in.text();
    var constants = type.isEnum() ? type.getEnumConstants() : new Object[0];
    for (var each : constants) {
      if (((Enum<?>) each).name().equals(name)) {
        return each;
      }
    }
    throw new UnreadableException("%s has no constant %s".formatted(type.getName(), name));
  }

  private Object readBySerde(ByteReader in) {
    var type = in.type(loader);
    var serde = serdes.get(type);
    if (serde == null) {
      throw new UnreadableException(
          "the serde of %s is missing: give it with Kafka.serde".formatted(type.getName()));
    }
    return serde.deserializer().deserialize(NO_TOPIC, in.bytes());
  }
}
