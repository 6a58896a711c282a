package io.sluice.cli.option;

import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Fault;
import io.sluice.lab.simulate.Faults;
import io.sluice.lab.simulate.Nanos;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** What goes wrong with processes of a simulated run, and when. */
public final class FaultOptions {

  private static final Pattern AT = Pattern.compile("(?<names>[^@]+)@(?<time>[^@]+)");
  private static final String UNTIL = "..";

  @Option(
      names = "--crash",
      paramLabel = "P@T",
      split = ",",
      description = "Process P stops for good at simulated time T, such as p1@20s.")
  private List<String> crashes = List.of();

  @Option(
      names = "--detection",
      paramLabel = "1s",
      defaultValue = "1s",
      description =
          "How long after a crash each survivor learns of it, or never (default: 1s); written as"
              + " for --latency.")
  private String detection;

  @Option(
      names = "--pause",
      paramLabel = "P@T..U",
      split = ",",
      description = "Process P does nothing from T to U, such as p1@20s..25s.")
  private List<String> pauses = List.of();

  @Option(
      names = "--partition",
      paramLabel = "P+Q@T..U",
      split = ",",
      description =
          "From T to U nothing passes between these processes and all others, such as"
              + " p0+p2@40s..50s; what is sent across meanwhile arrives afterwards.")
  private List<String> partitions = List.of();

  @Option(names = "--dropped", description = "What is sent across a partition is lost instead.")
  private boolean dropped;

  /**
   * The faults.
   *
   * @throws IllegalArgumentException if they name a process that there is not, or no time
   */
  public Faults faults(Layout layout) {
    var faults = Faults.NONE;
    for (String crash : crashes) {
      faults = faults.with(parsed("--crash", crash, "p1@20s", text -> crash(text, layout)));
    }
    for (String pause : pauses) {
      faults = faults.with(parsed("--pause", pause, "p1@20s..25s", text -> pause(text, layout)));
    }
    for (String partition : partitions) {
      faults =
          faults.with(
              parsed("--partition", partition, "p0+p2@40s..50s", text -> cut(text, layout)));
    }
    if (crashes.isEmpty() || detection.equals("never")) {
      return faults;
    }
    try {
      return faults.detectedAfter(Delay.parse(detection));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--detection " + detection + ": " + e.getMessage(), e);
    }
  }

  private static Fault parsed(
      String option, String value, String example, Function<String, Fault> parser) {
    if (!AT.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "%s %s: write processes and time with an @ between them, as in %s"
              .formatted(option, value, example));
    }
    try {
      return parser.apply(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(option + " " + value + ": " + e.getMessage(), e);
    }
  }

  private static Fault crash(String text, Layout layout) {
    return new Fault.Crash(Nanos.parse(time(text)), process(names(text), layout));
  }

  private static Fault pause(String text, Layout layout) {
    var span = Span.of(time(text));
    return new Fault.Pause(span.from, process(names(text), layout), span.until - span.from);
  }

  private Fault cut(String text, Layout layout) {
    var span = Span.of(time(text));
    var side = ProcessSet.EMPTY;
    for (String name : names(text).split("[+]", -1)) {
      side = side.plus(process(name, layout));
    }
    return new Fault.Partition(
        span.from, span.until, side, dropped ? Fault.Crossing.DROPPED : Fault.Crossing.HELD);
  }

  private static String names(String text) {
    return text.substring(0, text.indexOf('@'));
  }

  private static String time(String text) {
    return text.substring(text.indexOf('@') + 1);
  }

  private record Span(long from, long until) {
    static Span of(String text) {
      int middle = text.indexOf(UNTIL);
      if (middle < 0) {
        throw new IllegalArgumentException("write from when to when, as in 20s..25s");
      }
      long from = Nanos.parse(text.substring(0, middle));
      long until = Nanos.parse(text.substring(middle + UNTIL.length()));
      if (until < from) {
        throw new IllegalArgumentException("it ends before it begins");
      }
      return new Span(from, until);
    }
  }

  private static int process(String name, Layout layout) {
    return IntStream.range(0, layout.size())
        .filter(process -> layout.name(process).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no process '%s'; there are %s"
                        .formatted(
                            name,
                            IntStream.range(0, Math.min(NAMED, layout.size()))
                                    .mapToObj(layout::name)
                                    .collect(Collectors.joining(", "))
                                + (layout.size() > NAMED ? " and so on" : ""))));
  }

  /** How many processes an error names. */
  private static final int NAMED = 6;
}
