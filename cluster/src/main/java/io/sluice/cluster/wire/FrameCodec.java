package io.sluice.cluster.wire;

import io.sluice.cluster.Frame;
import io.sluice.cluster.membership.MembershipMessage;
import io.sluice.cluster.runtime.SeatMessage;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Everything that goes over the wire, as bytes: a byte for the kind; for a protocol's message the
 * length of its head in two bytes, the head, and the message in the format of its own protocol.
 * Public for transports that have modules of their own.
 */
public final class FrameCodec {

  private static final byte WORD = 1;
  private static final byte NOTICE = 2;
  private static final byte STEP = 3;

  private static final Codec<MembershipMessage> WORDS = Codec.of(MembershipMessage.class);
  private static final Codec<Frame.Notice> NOTICES = Codec.of(Frame.Notice.class);
  private static final Codec<Frame.Head> HEADS = Codec.of(Frame.Head.class);
  private static final Map<String, Codec<?>> MESSAGES = new ConcurrentHashMap<>();

  private FrameCodec() {}

  /** What has come. */
  public sealed interface Incoming {
    record OfMembership(MembershipMessage word) implements Incoming {}

    record OfLocks(Frame frame) implements Incoming {}
  }

  public static byte[] encode(MembershipMessage word) {
    return joined(WORD, WORDS.encode(word));
  }

  public static byte[] encode(Frame frame) {
    return switch (frame) {
      case Frame.Notice notice -> joined(NOTICE, NOTICES.encode(notice));
      case Frame.Step(var head, var message) -> {
        byte[] before = HEADS.encode(head);
        byte[] after =
            codecOf(head.algorithm()).orElseThrow(() -> unknown(head)).encodeAny(message);
        yield ByteBuffer.allocate(3 + before.length + after.length)
            .put(STEP)
            .putShort((short) before.length)
            .put(before)
            .put(after)
            .array();
      }
    };
  }

  private static IllegalArgumentException unknown(Frame.Head head) {
    return new IllegalArgumentException("no protocol is named '" + head.algorithm() + "'");
  }

  private static byte[] joined(byte kind, byte[] rest) {
    return ByteBuffer.allocate(1 + rest.length).put(kind).put(rest).array();
  }

  /**
   * @throws BadFrame if that is nothing of ours
   */
  public static Incoming decode(ByteBuffer bytes) {
    if (bytes.remaining() < 3) {
      throw new BadFrame("the frame is cut short");
    }
    return switch (bytes.get()) {
      case WORD -> new Incoming.OfMembership(WORDS.decode(bytes));
      case NOTICE -> new Incoming.OfLocks(NOTICES.decode(bytes));
      case STEP -> new Incoming.OfLocks(step(bytes));
      default -> throw new BadFrame("no such kind of frame");
    };
  }

  private static Frame step(ByteBuffer bytes) {
    int length = Short.toUnsignedInt(bytes.getShort());
    if (length > bytes.remaining()) {
      throw new BadFrame("the frame is cut short");
    }
    var before = bytes.slice(bytes.position(), length);
    bytes.position(bytes.position() + length);
    var head = HEADS.decode(before);
    var codec = codecOf(head.algorithm());
    return new Frame.Step(
        head, codec.isPresent() ? codec.get().decode(bytes) : new Frame.Unintelligible());
  }

  private static Optional<Codec<?>> codecOf(String algorithm) {
    Codec<?> known = MESSAGES.get(algorithm);
    if (known == null) {
      var found = Catalogue.find(algorithm);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      known = codecOf(found.get());
      MESSAGES.put(algorithm, known);
    }
    return Optional.of(known);
  }

  private static Codec<?> codecOf(Algorithm<?, ?> algorithm) {
    if (algorithm.family() == Family.PRIORITY) {
      return Codec.of(SeatMessage.class);
    }
    var layout = algorithm.family() == Family.GROUP ? Layout.groups(1, 1) : Layout.plain(2);
    return Codec.of(MessageTypes.of(algorithm.process(0, layout)));
  }
}
