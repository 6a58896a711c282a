package io.sluice.bench.streams.measure;

import io.sluice.bench.process.CommandLoop;
import io.sluice.bench.streams.engine.Engines;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The process that runs an engine and measures it: {@code FIGURE ENGINE PLAN} is answered by {@code
 * METRIC=VALUE} words.
 */
final class EngineProcess {

  private static final String IS = "=";

  private EngineProcess() {}

  static void main() throws InterruptedException {
    CommandLoop.run(EngineProcess::measure);
  }

  private static String measure(List<String> words) throws Exception {
    var figure = Figure.named(words.get(0));
    var engine = Engines.named(words.get(1));
    var plan = Plan.of(words.subList(2, words.size()));
    return figure.measurement().measure(engine, plan).entrySet().stream()
        .map(each -> each.getKey() + IS + each.getValue())
        .collect(Collectors.joining(CommandLoop.SEPARATOR));
  }

  /** What an answer says. */
  static Map<Metric, Double> figures(List<String> answer) {
    return answer.stream()
        .map(word -> word.split(IS, 2))
        .collect(
            Collectors.toMap(
                parts -> Metric.valueOf(parts[0]), parts -> Double.parseDouble(parts[1])));
  }
}
