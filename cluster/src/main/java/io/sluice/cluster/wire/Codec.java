package io.sluice.cluster.wire;

import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Turns messages of one type into bytes and back.
 *
 * <p>The type is closed: a sealed interface of records, or a record. Which records there are, and
 * what they are made of, is read off the type once; on the wire there are only numbers, so a peer
 * can never name a class. Components may be {@code int}, {@code long}, {@code boolean}, {@link
 * String}, enums, {@code ProcessSet}, {@code List}, {@code Map} and {@code Optional} of those,
 * records and sealed interfaces of them.
 *
 * <p>The first byte is the version. Whatever else comes is refused with {@link BadFrame}: a frame
 * that is cut short or goes on too long, a number that stands for nothing, a list longer than the
 * frame could hold. Nothing is allocated beyond what the frame's own length justifies.
 */
public final class Codec<T> {

  /** The first byte of every frame; the next format takes the next number. */
  public static final byte VERSION = 1;

  /** No text that is sent takes more bytes. */
  public static final int LONGEST_TEXT = 1 << 12;

  /** Each is derived once, and lives as long as its type. */
  private static final ClassValue<Codec<?>> CODECS =
      new ClassValue<>() {
        @Override
        protected Codec<?> computeValue(Class<?> type) {
          return new Codec<>(new ValueCodecs().of(type), type);
        }
      };

  private final ValueCodec shape;
  private final Class<T> type;

  private Codec(ValueCodec shape, Class<T> type) {
    this.shape = shape;
    this.type = type;
  }

  /**
   * The codec of a type.
   *
   * @throws IllegalArgumentException if the type has a part that cannot be sent; the message names
   *     it
   */
  @SuppressWarnings("unchecked") // each type has the codec that was made for it
  public static <T> Codec<T> of(Class<T> type) {
    return (Codec<T>) CODECS.get(type);
  }

  /** The codec of a type known only as such. */
  public static Codec<?> of(Type type) {
    if (type instanceof Class<?> known) {
      return of(known);
    }
    throw new IllegalArgumentException(
        "%s is not a class; messages are a sealed interface of records, without type parameters"
            .formatted(type.getTypeName()));
  }

  /** Whether a text is short enough to be sent. */
  public static boolean isSendable(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length <= LONGEST_TEXT;
  }

  /** The type that it is for. */
  public Class<T> type() {
    return type;
  }

  /**
   * @throws IllegalArgumentException if the message is too long to be sent
   */
  public byte[] encode(T message) {
    var out = new Writer();
    write(message, out);
    return out.toBytes();
  }

  /** Writes a message behind what has been written. */
  void write(Object message, Writer out) {
    out.octet(VERSION);
    shape.write(message, out);
  }

  /** Encodes a message known only as such, for callers that keep codecs of many types. */
  public byte[] encodeAny(Object message) {
    return encode(type.cast(message));
  }

  /**
   * @throws BadFrame if that is no message of this type
   */
  public T decode(byte[] frame) {
    return decode(ByteBuffer.wrap(frame));
  }

  /**
   * @throws BadFrame if what remains in the buffer is no message of this type
   */
  public T decode(ByteBuffer frame) {
    return read(new Reader(frame));
  }

  /** Reads a message to the reader's end. */
  T read(Reader in) {
    byte version = in.octet();
    if (version != VERSION) {
      throw new BadFrame("version %d, not %d".formatted(version, VERSION));
    }
    T message = type.cast(shape.read(in));
    in.end();
    return message;
  }
}
