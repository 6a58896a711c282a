package io.sluice.bench.streams.engine;

import java.util.Set;

/** Jet with each function in a vertex of its own, so that its parallelism can be set alone. */
public final class JetUnfusedEngine extends JetEngine {

  @Override
  public String name() {
    return "jet-unfused";
  }

  @Override
  public String title() {
    return "Hazelcast Jet 5.7, unfused";
  }

  /** Rescaling is measured with the defaults only. */
  @Override
  public Set<Ability> abilities() {
    return Set.of();
  }

  @Override
  boolean apart() {
    return true;
  }
}
