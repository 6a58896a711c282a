package io.sluice.bench.streams.engine;

import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;

/** Flink that hands the same object from operator to operator instead of a copy. */
public final class FlinkReusingEngine extends FlinkEngine {

  @Override
  public String name() {
    return "flink-reusing";
  }

  @Override
  public String title() {
    return "Flink 2.3, chained, object reuse";
  }

  /** Rescaling is measured with the defaults only. */
  @Override
  public Set<Ability> abilities() {
    return Set.of();
  }

  @Override
  Configuration options() {
    var options = super.options();
    options.set(PipelineOptions.OBJECT_REUSE, true);
    return options;
  }
}
