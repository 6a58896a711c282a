package io.sluice.protocol.catalogue;

import io.sluice.protocol.Algorithm;
import java.util.List;

/**
 * A source of protocols: implemented by applications and libraries that bring their own.
 *
 * <p>An implementation is a public class with a public constructor without parameters, whose name
 * is a line of the file {@code META-INF/services/io.sluice.protocol.catalogue.ProtocolProvider} of
 * its jar. Its protocols are then found by name wherever Sluice's own are: by {@code Sluice.named},
 * and by the {@code sluice} command with {@code --protocols JAR}.
 */
public interface ProtocolProvider {

  /** The protocols, always the same ones, with names that no other protocol has. */
  List<Algorithm<?, ?>> algorithms();

  /** Forms of names that set a protocol up with options; usually none. */
  default List<Configured> configured() {
    return List.of();
  }
}
