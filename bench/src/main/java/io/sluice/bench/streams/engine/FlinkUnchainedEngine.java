package io.sluice.bench.streams.engine;

import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;

/** Flink with a thread for each operator, so that each can scale on its own after a restart. */
public final class FlinkUnchainedEngine extends FlinkEngine {

  @Override
  public String name() {
    return "flink-unchained";
  }

  @Override
  public String title() {
    return "Flink 2.3, unchained";
  }

  /** Rescaling is measured with the defaults only. */
  @Override
  public Set<Ability> abilities() {
    return Set.of();
  }

  @Override
  Configuration options() {
    var options = super.options();
    options.set(PipelineOptions.OPERATOR_CHAINING, false);
    return options;
  }
}
