package io.sluice.cli.option;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.protocol.Family;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is searched or walked through: a protocol, its processes, and what may happen to them. */
public final class ScopeOptions {

  @Mixin private SubjectOptions subject;

  @Option(
      names = "--entries",
      paramLabel = "E|unbounded",
      defaultValue = "1",
      description = "How often each process asks (default: 1).")
  private String entries;

  @Option(names = "--no-fifo", description = "Messages may overtake each other.")
  private boolean noFifo;

  @Option(
      names = "--crashes",
      paramLabel = "K",
      defaultValue = "0",
      description = "Up to K processes crash.")
  private int crashes;

  @Option(
      names = "--losses",
      paramLabel = "L",
      defaultValue = "0",
      description = "Up to L messages are lost.")
  private int losses;

  @Option(
      names = "--duplicates",
      paramLabel = "D",
      defaultValue = "0",
      description = "Up to D messages arrive twice.")
  private int duplicates;

  @Option(
      names = "--pauses",
      paramLabel = "P",
      defaultValue = "0",
      description =
          "Up to P processes of a protocol with a clock pause for a while, as under SIGSTOP.")
  private int pauses;

  @Option(
      names = "--delays",
      paramLabel = "D",
      defaultValue = "0",
      description =
          "Up to D ticks of the clock come although messages are on their way; every other tick"
              + " waits until they have arrived.")
  private int delays;

  @Option(
      names = "--joins",
      paramLabel = "J",
      defaultValue = "0",
      description = "Adds J processes, which may join; in the last group if there are groups.")
  private int joins;

  @Option(
      names = "--departures",
      paramLabel = "D",
      defaultValue = "0",
      description = "Up to D members depart.")
  private int departures;

  /** The earlier name of {@code --departures}. */
  @Option(names = "--leaves", paramLabel = "D", defaultValue = "0", hidden = true)
  private int leaves;

  @Option(
      names = "--withdrawals",
      paramLabel = "W",
      defaultValue = "0",
      description = "Up to W requests are withdrawn while they wait.")
  private int withdrawals;

  @Option(
      names = "--orders",
      paramLabel = "NAME=K",
      split = ",",
      description =
          "Up to K orders of a kind are given, such as change=1 or move=1 to padme,"
              + " disconnect=1 or lock=2 to membership.")
  private Map<String, Integer> orders = Map.of();

  @Mixin private ScalingOptions scaling;

  @Option(
      names = "--overtaking",
      description = "Judge the bound on overtaking that the protocol states.")
  private boolean overtaking;

  /** Whether a protocol was named. */
  public boolean isGiven() {
    return subject.isGiven();
  }

  /**
   * The files named in place of a protocol: the first argument, if it is a file or more follow, and
   * these; none if it is a protocol's name.
   */
  public List<Path> files(List<Path> more) {
    return subject.files(more);
  }

  /** Sluice's own protocols and those of the jars. */
  public Catalogue catalogue() {
    return subject.catalogue();
  }

  /** The scope given by the options; a protocol without claims ignores the entries. */
  public Scope<?, ?> scope() {
    var searched = subject.subject(Family::toSearch, this::enlarged);
    Scope<?, ?> scope =
        Scope.of(searched.algorithm(), searched.layout(), Entries.parse(entries))
            .with(noFifo ? Channels.UNORDERED : Channels.FIFO)
            .with(faults())
            .with(churn())
            .withOrders(orders())
            .withClaims(searched.claims());
    return overtaking ? scope.withOvertaking() : scope;
  }

  private Layout enlarged(Layout founders) {
    var joined = joins == 0 ? founders : founders.plusNewcomers(Count.of("--joins", joins));
    return joined.plusPool(scaling.pool());
  }

  private Faults faults() {
    return new Faults(
        Count.of("--crashes", crashes),
        Count.of("--losses", losses),
        Count.of("--duplicates", duplicates),
        Count.of("--pauses", pauses),
        Count.of("--delays", delays));
  }

  private Churn churn() {
    return new Churn(
        Count.of("--joins", joins),
        Count.of("--departures", departures) + Count.of("--leaves", leaves),
        Count.of("--withdrawals", withdrawals));
  }

  private Map<String, Integer> orders() {
    var all = new HashMap<>(scaling.orders());
    orders.forEach(
        (name, number) -> {
          ScalingOptions.optionFor(name)
              .ifPresent(
                  option -> {
                    throw new IllegalArgumentException(
                        "--orders %1$s=%2$d: write %3$s %2$d".formatted(name, number, option));
                  });
          all.put(name, Count.of("--orders " + name, number));
        });
    return all;
  }
}
