package io.sluice.cluster;

import io.sluice.cluster.wire.ReachabilityMetadata;
import io.sluice.protocol.Algorithm;
import java.util.List;

/**
 * For applications that become a native image with GraalVM: what the image must keep so that the
 * messages of the application's own protocols can be sent. What Sluice itself needs is in its jars.
 *
 * <pre>{@code
 * String json = NativeImage.metadata(MyLock.ALGORITHM);
 * }</pre>
 *
 * <p>The text belongs into {@code META-INF/native-image/GROUP/ARTIFACT/reachability-metadata.json}
 * of the application. A test that compares the two notices when a message changes.
 */
public final class NativeImage {

  private NativeImage() {}

  /**
   * The reachability metadata of these protocols.
   *
   * @throws IllegalArgumentException if the messages of one cannot be sent; the message says why
   */
  public static String metadata(Algorithm<?, ?>... own) {
    return new ReachabilityMetadata().protocols(List.of(own)).json();
  }
}
