package io.sluice.bench.streams.measure;

import io.sluice.bench.streams.engine.StreamEngine;
import java.util.Map;

/** Measures one figure of an engine, in the process that runs the engine. */
interface Measurement {

  Map<Metric, Double> measure(StreamEngine engine, Plan plan) throws Exception;
}
