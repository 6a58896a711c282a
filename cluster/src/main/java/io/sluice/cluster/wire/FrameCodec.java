package io.sluice.cluster.wire;

import io.sluice.cluster.Frame;
import io.sluice.cluster.membership.MembershipMessage;
import io.sluice.cluster.runtime.SeatMessage;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.catalogue.Catalogue;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes and reads everything that nodes send, as bytes: a byte for the kind; for a protocol's
 * message the length of its head in two bytes, the head, and the message in the format of its own
 * protocol. Which protocols there are is said by the node's catalogue; a frame names its protocol,
 * never a class. Public for transports that have modules of their own.
 */
public final class FrameCodec {

  private static final byte WORD = 1;
  private static final byte NOTICE = 2;
  private static final byte STEP = 3;

  private static final Codec<MembershipMessage> WORDS = Codec.of(MembershipMessage.class);
  private static final Codec<Frame.Notice> NOTICES = Codec.of(Frame.Notice.class);
  private static final Codec<Frame.Head> HEADS = Codec.of(Frame.Head.class);

  /** Names that set a protocol up have no end; more than these are looked up each time. */
  private static final int MOST_REMEMBERED = 1_000;

  private final Catalogue catalogue;
  private final Map<String, Codec<?>> byProtocol = new ConcurrentHashMap<>();

  /** The codec of a node that knows these protocols. */
  public FrameCodec(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /** What has come. */
  public sealed interface Incoming {
    record OfMembership(MembershipMessage word) implements Incoming {}

    record OfLocks(Frame frame) implements Incoming {}
  }

  public static byte[] encode(MembershipMessage word) {
    var out = new Writer();
    out.octet(WORD);
    WORDS.write(word, out);
    return out.toBytes();
  }

  /**
   * @throws IllegalArgumentException if the frame is a message of a protocol that this node does
   *     not know, or is too long
   */
  public byte[] encode(Frame frame) {
    var out = new Writer();
    switch (frame) {
      case Frame.Notice notice -> {
        out.octet(NOTICE);
        NOTICES.write(notice, out);
      }
      case Frame.Step(var head, var message) -> {
        out.octet(STEP);
        int length = out.size();
        out.pair(0);
        int begin = out.size();
        HEADS.write(head, out);
        out.replacePair(length, out.size() - begin);
        codecOf(head).write(message, out);
      }
    }
    return out.toBytes();
  }

  private Codec<?> codecOf(Frame.Head head) {
    var codec = codecOf(head.algorithm());
    if (codec.isEmpty()) {
      throw new IllegalArgumentException("no protocol is named '" + head.algorithm() + "'");
    }
    return codec.get();
  }

  /**
   * @throws BadFrame if that is nothing of ours
   */
  public Incoming decode(ByteBuffer bytes) {
    var in = new Reader(bytes);
    return switch (in.octet()) {
      case WORD -> new Incoming.OfMembership(WORDS.read(in));
      case NOTICE -> new Incoming.OfLocks(NOTICES.read(in));
      case STEP -> new Incoming.OfLocks(step(in));
      default -> throw new BadFrame("no such kind of frame");
    };
  }

  private Frame step(Reader in) {
    int end = in.within(in.pair());
    var head = HEADS.read(in);
    in.end(end);
    var codec = codecOf(head.algorithm());
    return new Frame.Step(
        head, codec.isPresent() ? codec.get().read(in) : new Frame.Unintelligible());
  }

  private Optional<Codec<?>> codecOf(String protocol) {
    Codec<?> known = byProtocol.get(protocol);
    if (known == null) {
      var found = catalogue.find(protocol).filter(FrameCodec::canSend);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      known = codecOf(found.get());
      if (byProtocol.size() < MOST_REMEMBERED) {
        byProtocol.put(protocol, known);
      }
    }
    return Optional.of(known);
  }

  /** Whether the messages of a protocol can be written as bytes. */
  public static boolean canSend(Algorithm<?, ?> algorithm) {
    try {
      var _ = codecOf(algorithm);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Checks that the messages of a protocol can be written as bytes.
   *
   * @throws IllegalArgumentException if they cannot; the message names the class and the component
   *     that is to blame, and says what can be sent instead
   */
  public static void requireSendable(Algorithm<?, ?> algorithm) {
    var _ = codecOf(algorithm);
  }

  private static Codec<?> codecOf(Algorithm<?, ?> algorithm) {
    if (algorithm.family() == Family.PRIORITY) {
      return Codec.of(SeatMessage.class);
    }
    try {
      return Codec.of(MessageTypes.of(algorithm.process(0, algorithm.family().toSearch())));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the messages of '%s' cannot be sent: %s".formatted(algorithm.name(), e.getMessage()), e);
    }
  }
}
