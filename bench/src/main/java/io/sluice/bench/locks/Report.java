package io.sluice.bench.locks;

import io.sluice.bench.locks.measure.Figures;
import io.sluice.bench.locks.measure.Plan;
import io.sluice.bench.locks.service.LockService;
import io.sluice.bench.locks.service.Services;
import io.sluice.bench.report.Bar;
import io.sluice.bench.report.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** All rows of a run, as a Markdown section and as JSON. */
record Report(
    String measured,
    String java,
    int cores,
    Conditions conditions,
    List<Row> services,
    List<Bar> bars) {

  /** Where {@link #writeInto} writes. */
  static final Section SECTION = new Section("locks");

  private static final String NONE = "-";

  /** The {@link Plan} as numbers, for the JSON. */
  record Conditions(
      int contenders, int readersAndWriters, double rehearsalSeconds, double measuredSeconds) {}

  static Report of(Plan plan, List<Row> rows) {
    return new Report(
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        Runtime.version().toString(),
        Runtime.getRuntime().availableProcessors(),
        new Conditions(
            plan.contenders(),
            plan.readersAndWriters(),
            plan.rehearsal().toMillis() / 1e3,
            plan.measured().toMillis() / 1e3),
        rows,
        Targets.of(rows));
  }

  String json() {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(this);
  }

  String markdown() {
    return """
    ## Lock services

    Java %s, %d cores, %s. %d contenders, each a process; %d of them also use the read/write lock, reading nine times
    in ten. Warm-up rounds of %s s until three in a row are no faster, then measured rounds of %s s, of which the middle one counts; the critical
    section is empty. Lone: the other clients are connected and idle. Hand-over: from the call of unlock to the return
    of lock in another process that waited. Changes: entries by another process than the one before. TCP: half a round
    trip between two processes, measured just before; it takes a tenth of the time when both run on one core, and the
    system decides which, so the bar uses the median of all rows. Others: cores that other programs used meanwhile;
    from about 0.1 on the row is not reliable. CPU: time of all clients and servers together for an entry. Cold: the same
    for the first %,d entries of processes that have just started and connected.

    | lock service | lone lock+unlock/s | entries/s | CPU us/entry | cold, CPU ms/entry | changes | hand-over p50 / p99, us | TCP p50 / p99, us | fewest : most entries | read/write entries/s | others |
    |---|---|---|---|---|---|---|---|---|---|---|
    %s

    %s
    """
        .formatted(
            java,
            cores,
            measured,
            conditions.contenders,
            conditions.readersAndWriters,
            conditions.rehearsalSeconds,
            conditions.measuredSeconds,
            Plan.COLD_ENTRIES,
            services.stream().map(Report::line).collect(Collectors.joining("\n")),
            Bar.table(bars));
  }

  /** One line of the table. */
  static String line(Row row) {
    return row.figures()
        .map(figures -> line(row.title(), figures))
        .orElseGet(
            () ->
                "| %s | %s: %s ||||||||||"
                    .formatted(
                        row.title(),
                        row.outcome().name().toLowerCase(Locale.ROOT),
                        row.reason().orElse("")));
  }

  private static String line(String title, Figures figures) {
    var contention = figures.contention();
    var tcp = figures.rawTcp();
    return String.join(
        " | ",
        "| " + title,
        number("%,.0f", figures.lonePairsPerSecond()),
        number("%,.0f", contention.entriesPerSecond()),
        number("%,.0f", contention.cpuMicros()),
        number("%.2f", figures.coldMillis()),
        number("%.0f %%", 100 * contention.changes()),
        number("%,.0f", contention.handOverP50())
            + " / "
            + number("%,.0f", contention.handOverP99()),
        number("%,.0f", tcp.p50()) + " / " + number("%,.0f", tcp.p99()),
        String.format(Locale.ROOT, "%,d : %,d", contention.fewest(), contention.most()),
        number("%,.0f", figures.readWriteEntriesPerSecond()),
        number("%.1f", figures.othersCores()) + " |");
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private static String number(String format, OptionalDouble value) {
    return value.isPresent() ? number(format, value.getAsDouble()) : NONE;
  }

  /** Writes it into a page together with the services that earlier runs have measured for it. */
  void writeInto(Path page, String command) throws IOException {
    var file = page.toAbsolutePath().resolveSibling("images").resolve("locks.json");
    var pieces = Pieces.read(file).plus(new Pieces.Piece(command, measured, conditions, services));
    var rows = pieces.services(Services.all().stream().map(LockService::name).toList());
    var together = new Report(pieces.measured(), java, cores, conditions, rows, Targets.of(rows));
    SECTION.write(page, together.markdown(), pieces.commands());
    pieces.write(file);
  }
}
