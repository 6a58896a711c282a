package io.sluice.cluster.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Frame;
import io.sluice.cluster.NativeImage;
import io.sluice.cluster.membership.MembershipMessage;
import io.sluice.cluster.runtime.SeatMessage;
import io.sluice.cluster.tcp.Hello;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.exclusive.TokenQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the jar tells GraalVM to keep is what the codec reflects on. */
class ReachabilityMetadataTest {

  private static final Path KEPT =
      Path.of(
          "src/main/resources/META-INF/native-image/io.sluice/sluice-cluster",
          "reachability-metadata.json");

  private static final Pattern USED = Pattern.compile("Codec\\.of\\((\\w+(?:\\.\\w+)*)\\.class\\)");

  private static String needed() {
    return new ReachabilityMetadata()
        .messages(MembershipMessage.class)
        .messages(Frame.Notice.class)
        .messages(Frame.Head.class)
        .messages(SeatMessage.class)
        .messages(Hello.class)
        .protocols(Catalogue.builtIn().all().stream().filter(FrameCodec::canSend).toList())
        .json();
  }

  /** With -Dsluice.golden=write the file is written. */
  @Test
  void theJarListsWhatTheCodecReflectsOn() throws Exception {
    String needed = needed();
    if ("write".equals(System.getProperty("sluice.golden"))) {
      Files.createDirectories(KEPT.getParent());
      Files.writeString(KEPT, needed);
    }
    assertThat(KEPT)
        .content()
        .as("messages have changed: run this test with -Dsluice.golden=write, and commit the file")
        .isEqualTo(needed);
  }

  @Test
  void everyCodecOfThisModuleIsAmongIt() throws IOException {
    String kept = Files.readString(KEPT);
    try (var files = Files.walk(Path.of("src/main/java"))) {
      assertThat(
              files
                  .filter(file -> file.toString().endsWith(".java"))
                  .filter(file -> !file.endsWith("package-info.java"))
                  .flatMap(ReachabilityMetadataTest::used))
          .hasSizeGreaterThan(4)
          .allSatisfy(type -> assertThat(kept).contains("." + type.replace('.', '$') + "\""));
    }
  }

  private static Stream<String> used(Path source) {
    try {
      return USED.matcher(Files.readString(source)).results().map(found -> found.group(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aUsersProtocolIsListedWithItsMessages() {
    assertThat(NativeImage.metadata(TokenQueue.ALGORITHM))
        .startsWith("{\n  \"reflection\": [\n")
        .contains("{\"type\": \"io.sluice.protocol.exclusive.TokenQueue\"}")
        .contains(
            "{\"type\": \"io.sluice.protocol.exclusive.TokenQueue$Message$Request\","
                + " \"allDeclaredConstructors\": true, \"allDeclaredMethods\": true}");
  }

  /** There the codec calls its handles without classes made at run time. */
  @Test
  void messagesAreTheSameInANativeImage() {
    var message = new TokenQueue.Message.Request(3);
    String property = "org.graalvm.nativeimage.imagecode";
    System.setProperty(property, "runtime");
    try {
      var shape = new ValueCodecs().of(TokenQueue.Message.class);
      var out = new Writer();
      shape.write(message, out);
      byte[] there = out.toBytes();
      byte[] here = Codec.of(TokenQueue.Message.class).encode(message);
      assertThat(there).isEqualTo(Arrays.copyOfRange(here, 1, here.length));
    } finally {
      System.clearProperty(property);
    }
  }
}
