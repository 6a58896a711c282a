package io.sluice.bench.streams;

import io.sluice.bench.report.Bar;
import io.sluice.bench.report.Section;
import io.sluice.bench.streams.engine.Workload;
import io.sluice.bench.streams.measure.Coordinator;
import io.sluice.bench.streams.measure.Metric;
import io.sluice.bench.streams.measure.Plan;
import io.sluice.bench.streams.measure.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The results of a run, as a Markdown section and as JSON. */
record StreamsReport(
    String measured,
    String java,
    int cores,
    List<String> jvm,
    Conditions conditions,
    List<Results> engines,
    List<Bar> bars) {

  /** Where {@link #writeInto} writes. */
  static final Section SECTION = new Section("streams");

  private static final String NONE = "-";

  /** The {@link Plan} as numbers, for the JSON. */
  record Conditions(
      double rate, int keys, int warmUps, int rounds, double roundSeconds, int moves) {}

  static StreamsReport of(Plan plan, List<Results> engines) {
    return new StreamsReport(
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        Runtime.version().toString(),
        Runtime.getRuntime().availableProcessors(),
        Coordinator.JVM,
        new Conditions(
            plan.rate(),
            Workload.KEYS,
            plan.warmUps(),
            plan.rounds(),
            plan.round().toMillis() / 1e3,
            plan.moves()),
        engines,
        StreamsTargets.of(engines));
  }

  String json() {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(this);
  }

  String markdown() {
    var text =
        """
        ## Stream engines

        Java %s, %d cores, %s. Each figure of each engine is measured in a JVM of its own with `%s`. The job has five
        operators with one instance each: a source of numbers, two functions, a third function or a count by key (%d
        keys), a sink. Records/s: the source is unlimited; warm-up rounds of %s s until three in a row are no faster, at
        most %d, then %d rounds at a stretch. Gaps: %,.0f keyed records/s; rounds without and with actions take turns,
        %d of each; a gap of a key is a time without a record of that key at the sink. An action is a duplication or
        deletion of an instance, in turn at each of the three operators (Sluice); a restart with another parallelism of
        the third operator, from a checkpoint just before (Flink); a member added or removed (Jet). 100 MiB of state:
        those of the third operator, %d moves; gaps are looked for in 200 ms before each and in 200 ms after it has
        returned. Settling: each record waits 1 ms at the first operator, 500 and then 2,000 records/s. CPU: time of the
        whole process for a record. Idle: CPU time of the whole process while there are no records. A stall is how late
        a thread wakes up that only sleeps: a gap that is not longer is the machine's. Others: cores that other programs
        used meanwhile; from about 0.1 on the column is not reliable.

        """
            .formatted(
                java,
                cores,
                measured,
                String.join(" ", jvm),
                conditions.keys,
                conditions.roundSeconds,
                conditions.warmUps,
                conditions.rounds,
                conditions.rate,
                conditions.rounds,
                conditions.moves);
    return Stream.of(text + table(), failures(), bars.isEmpty() ? "" : Bar.table(bars))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("\n\n", "", "\n"));
  }

  /** A column for each engine. */
  private String table() {
    var lines =
        Arrays.stream(Metric.values())
            .filter(metric -> engines.stream().anyMatch(each -> each.get(metric).isPresent()))
            .map(metric -> line(metric.title(), each -> cell(metric.format(), each.get(metric))));
    return Stream.of(
            Stream.of(line("", Results::title), line("---", _ -> "---")),
            lines,
            Stream.of(line("others", each -> cell("%.1f", each.othersCores()))))
        .flatMap(Function.identity())
        .collect(Collectors.joining("\n"));
  }

  private String line(String title, Function<Results, String> cell) {
    return Stream.concat(Stream.of(title), engines.stream().map(cell))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String cell(String format, OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : NONE;
  }

  private String failures() {
    return engines.stream()
        .flatMap(
            engine ->
                engine.failures().entrySet().stream()
                    .map(
                        each ->
                            "Not measured: `%s` of %s: %s"
                                .formatted(each.getKey().label(), engine.title(), each.getValue())))
        .collect(Collectors.joining("\n"));
  }

  void writeInto(Path page, String command) throws IOException {
    SECTION.write(page, markdown(), command);
  }
}
