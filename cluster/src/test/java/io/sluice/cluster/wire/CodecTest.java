package io.sluice.cluster.wire;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.exclusive.TokenQueue;
import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every message of every algorithm gets across, and nothing else does. */
class CodecTest {

  private static final int VALUES = 500;

  /** Everything that a message may be made of. */
  public sealed interface Everything {
    /** One of each. */
    record Flat(int a, long b, boolean c, String d, ProcessSet e, Optional<Integer> f)
        implements Everything {}

    /** Its own kind again. */
    record Nested(List<Everything> children, Optional<Everything> other) implements Everything {}
  }

  /** A record that refuses some values. */
  public record Picky(int positive) {
    public Picky {
      if (positive <= 0) {
        throw new IllegalArgumentException("not positive");
      }
    }
  }

  @Test
  void theExampleRunsAndStandsWhereItShould() throws IOException {
    // begin
    var codec = Codec.of(TokenQueue.Message.class);
    byte[] frame = codec.encode(new TokenQueue.Message.Request(3));
    TokenQueue.Message message = codec.decode(frame);
    // end
    assertThat(message).isEqualTo(new TokenQueue.Message.Request(3));
    String self = Files.readString(Path.of("src/test/java/io/sluice/cluster/wire/CodecTest.java"));
    String comment =
        Files.readString(Path.of("src/main/java/io/sluice/cluster/wire/package-info.java"));
    assertThat(words(comment.replace("\n * ", "\n")))
        .contains(words(self.split("// (begin|end)\n", -1)[1]));
  }

  private static String words(String text) {
    return String.join(" ", text.strip().split("\\s+", -1));
  }

  static Stream<Algorithm<?, ?>> algorithms() {
    // The data of the family DATA is a model for the explorer; a live node sends only its parts.
    return Catalogue.builtIn().all().stream().filter(each -> each.family() != Family.DATA);
  }

  private static Type messagesOf(Algorithm<?, ?> algorithm) {
    return MessageTypes.of(algorithm.process(0, algorithm.family().toSearch()));
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void everyMessageComesBackEqual(Algorithm<?, ?> algorithm) {
    var type = messagesOf(algorithm);
    var codec = Codec.of(type);
    var arbitrary = new Arbitrary(1);
    Set<Class<?>> seen = new HashSet<>();
    for (int i = 0; i < VALUES; i++) {
      Object message = arbitrary.of(type);
      assertThat(codec.decode(codec.encodeAny(message))).isEqualTo(message);
      seen.add(message.getClass());
    }
    assertThat(seen).hasSameElementsAs(recordsOf(codec.type()).toList());
  }

  /** All records of a sealed interface, also of those within it. */
  private static Stream<Class<?>> recordsOf(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Arrays.stream(type.getPermittedSubclasses()).flatMap(CodecTest::recordsOf);
  }

  /** A frame that is damaged anyhow is refused, or is another message; never anything else. */
  @ParameterizedTest
  @MethodSource("algorithms")
  void damagedFramesAreRefused(Algorithm<?, ?> algorithm) {
    var type = messagesOf(algorithm);
    var codec = Codec.of(type);
    var arbitrary = new Arbitrary(2);
    var random = new Random(3);
    for (int i = 0; i < VALUES; i++) {
      byte[] frame = codec.encodeAny(arbitrary.of(type));
      for (int length = 0; length < Math.min(frame.length, 40); length++) {
        byte[] cut = Arrays.copyOf(frame, length);
        assertThatThrownBy(() -> codec.decode(cut)).isInstanceOf(BadFrame.class);
      }
      assertThatThrownBy(() -> codec.decode(Arrays.copyOf(frame, frame.length + 1)))
          .isInstanceOf(BadFrame.class);
      byte[] flipped = frame.clone();
      flipped[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
      decodesOrIsRefused(codec, flipped);
      byte[] noise = new byte[random.nextInt(64)];
      random.nextBytes(noise);
      decodesOrIsRefused(codec, noise);
    }
  }

  private static void decodesOrIsRefused(Codec<?> codec, byte[] frame) {
    try {
      assertThat(codec.decode(frame)).isInstanceOf(codec.type());
    } catch (BadFrame refused) {
      assertThat(refused).hasMessageMatching("(?s).+");
    }
  }

  @Test
  void everythingComesBackEqual() {
    var codec = Codec.of(Everything.class);
    var random = new Random(4);
    var arbitrary = new Arbitrary(4);
    for (int i = 0; i < VALUES; i++) {
      var flat = (Everything) arbitrary.of(Everything.Flat.class);
      Everything tree = flat;
      for (int depth = random.nextInt(10); depth > 0; depth--) {
        tree = new Everything.Nested(List.of(flat, tree), Optional.of(tree));
        if (depth > 5) {
          break;
        }
      }
      assertThat(codec.decode(codec.encode(tree))).isEqualTo(tree);
    }
  }

  @Test
  void anotherVersionIsRefused() {
    var codec = Codec.of(Picky.class);
    byte[] frame = codec.encode(new Picky(1));
    frame[0]++;
    assertThatThrownBy(() -> codec.decode(frame))
        .isInstanceOf(BadFrame.class)
        .hasMessage("version 2, not 1");
  }

  @Test
  void aRecordsOwnRulesHold() {
    var codec = Codec.of(Picky.class);
    assertThatThrownBy(() -> codec.decode(new byte[] {Codec.VERSION, 0}))
        .isInstanceOf(BadFrame.class)
        .hasMessageContaining("not positive");
  }

  /** As in a server with several applications: the codec's own classes cannot name the record. */
  @Test
  void aRecordOfAnotherClassLoaderComesBackEqual() throws Exception {
    var loader =
        new ClassLoader(ClassLoader.getPlatformClassLoader()) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            String file = "/" + name.replace('.', '/') + ".class";
            try (var in = CodecTest.class.getResourceAsStream(file)) {
              byte[] bytes = requireNonNull(in, name).readAllBytes();
              return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
              throw new ClassNotFoundException(name, e);
            }
          }
        };
    Class<?> type = loader.loadClass(Picky.class.getName());
    assertThat(type).isNotEqualTo(Picky.class);
    Object message = type.getConstructor(int.class).newInstance(7);
    var codec = Codec.of(type);
    assertThat((Object) codec.decode(codec.encodeAny(message))).isEqualTo(message);
  }

  /** A list that says it has two billion members, a set with a member of that size. */
  @Test
  void lengthsAreBelievedOnlyAsFarAsThereAreBytes() {
    var codec = Codec.of(Everything.class);
    byte[] huge = {Codec.VERSION, 2, -2, -1, -1, -1, 15, 0, 0, 0};
    assertThatThrownBy(() -> codec.decode(huge))
        .isInstanceOf(BadFrame.class)
        .hasMessageContaining("no room");
    byte[] high = {Codec.VERSION, 0, 0, 0, 0, 0, 2, -2, -1, -1, -1, 15, 0};
    assertThatThrownBy(() -> codec.decode(high))
        .isInstanceOf(BadFrame.class)
        .hasMessageContaining("no process");
  }

  @Test
  void endlessNestingIsRefused() {
    var codec = Codec.of(Everything.class);
    byte[] deep = new byte[100_000];
    Arrays.fill(deep, (byte) 2);
    deep[0] = Codec.VERSION;
    assertThatThrownBy(() -> codec.decode(deep))
        .isInstanceOf(BadFrame.class)
        .hasMessageContaining("without end");
  }

  @Test
  void oversizedFramesAreRefused() {
    var codec = Codec.of(Everything.class);
    assertThatThrownBy(() -> codec.decode(new byte[Writer.LONGEST_FRAME + 1]))
        .isInstanceOf(BadFrame.class);
    var flat =
        new Everything.Flat(1, 1, true, "x".repeat(4000), ProcessSet.EMPTY, Optional.empty());
    assertThatThrownBy(
            () ->
                codec.encode(
                    new Everything.Nested(Collections.nCopies(300, flat), Optional.empty())))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Messages with parts that cannot be sent. */
  public sealed interface Unsendable {
    record When(int id, Instant time) implements Unsendable {}
  }

  /** Within a list of a record within. */
  public record Nest(List<Unsendable.When> parts) {}

  private record Hidden(int number) {}

  @Test
  void whatCannotBeSentIsNamed() {
    assertThatThrownBy(() -> Codec.of(Object.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.Object");
    for (Class<?> type : List.of(Unsendable.class, Nest.class)) {
      assertThatThrownBy(() -> Codec.of(type))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith(
              "component 'time' of %s.Unsendable.When is of type java.time.Instant; what can be sent",
              CodecTest.class.getName())
          .hasMessageContaining("ProcessSet");
    }
    assertThatThrownBy(() -> Codec.of(Hidden.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("CodecTest.Hidden is not public: make it public");
  }

  @Test
  void aProtocolWhoseMessagesCannotBeSentIsNamed() {
    var algorithm =
        Algorithm.<Integer, Unsendable>of("timed", Family.EXCLUSIVE, (_, _) -> new Timed()).build();
    assertThat(FrameCodec.canSend(algorithm)).isFalse();
    assertThatThrownBy(() -> FrameCodec.requireSendable(algorithm))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the messages of 'timed' cannot be sent: component 'time' of ");
    Algorithm<Integer, Unsendable> generic =
        Algorithm.<Integer, Unsendable>of("vague", Family.EXCLUSIVE, (_, _) -> new Vague<>())
            .build();
    assertThatThrownBy(() -> FrameCodec.requireSendable(generic))
        .hasMessageStartingWith("the messages of 'vague' cannot be sent: M is not a class");
  }

  private static class Vague<M> implements Protocol<Integer, M> {
    @Override
    public Integer initial() {
      return 0;
    }

    @Override
    public Integer on(Integer state, Input<M> input, Outbox<M> out) {
      return state;
    }
  }

  private static final class Timed extends Vague<Unsendable> {}
}
