package io.sluice.bench.streams.engine;

/** Pekko Streams with its default: all operators are fused into one actor. */
public final class PekkoFusedEngine extends PekkoEngine {

  @Override
  public String name() {
    return "pekko-fused";
  }

  @Override
  public String title() {
    return "Pekko Streams 1.7, fused";
  }

  @Override
  boolean apart() {
    return false;
  }
}
