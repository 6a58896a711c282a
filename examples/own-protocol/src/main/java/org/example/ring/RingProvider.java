package org.example.ring;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.catalogue.ProtocolProvider;
import java.util.List;

/** Lets the protocols be found by name; named in {@code META-INF/services}. */
public final class RingProvider implements ProtocolProvider {
  @Override
  public List<Algorithm<?, ?>> algorithms() {
    return List.of(LazyRing.ALGORITHM, ForgetfulRing.ALGORITHM);
  }
}
