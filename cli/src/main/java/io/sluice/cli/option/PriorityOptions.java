package io.sluice.cli.option;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Configuration.Clock;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.Padme;
import io.sluice.protocol.priority.SpanningTree;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import picocli.CommandLine.Option;

/** The configuration of the protocol with priorities. */
final class PriorityOptions {

  @Option(
      names = "--config",
      paramLabel = "FRUU",
      description =
          "For padme: its four models, one letter each. Priority: Level or Fair; requests:"
              + " Forward or Replace; replies: Forward or Use; releases: Forward or Use (default:"
              + " FRUU).")
  private Optional<String> config = Optional.empty();

  @Option(
      names = "--clock",
      paramLabel = "own|shared",
      description = "For padme: the clock that orders requests (default: shared).")
  private Optional<String> clock = Optional.empty();

  @Option(
      names = "--units",
      paramLabel = "K",
      description =
          "For padme: the number of equal units; each process asks for any one of"
              + " them (default: 1).")
  private Optional<Integer> units = Optional.empty();

  /** The protocol, configured by these options and the tree. */
  Algorithm<?, ?> configured(Algorithm<?, ?> named, Optional<SpanningTree> tree) {
    if (config.isEmpty() && clock.isEmpty() && units.isEmpty() && tree.isEmpty()) {
      return named;
    }
    var configuration =
        Configuration.find(named.name())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "--config, --clock, --units and --tree are for padme, not for "
                            + named.name()));
    var models = config.map(PriorityOptions::models).orElse(configuration.models());
    return Padme.algorithm(
        new Configuration(
            models,
            tree.orElse(configuration.tree()),
            clock.map(PriorityOptions::clock).orElse(configuration.clock()),
            units.map(PriorityOptions::units).orElse(configuration.units())));
  }

  /** The claims of each process; with priorities, processes nearer the root are more urgent. */
  static IntFunction<List<Claim>> claims(Algorithm<?, ?> algorithm, Layout processes) {
    return Configuration.find(algorithm.name())
        .<IntFunction<List<Claim>>>map(configuration -> node -> List.of(configuration.claim(node)))
        .orElse(node -> algorithm.family().claims(processes, node));
  }

  private static Models models(String letters) {
    try {
      return Models.of(letters);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--config " + letters + ": " + e.getMessage(), e);
    }
  }

  private static Clock clock(String word) {
    return switch (word) {
      case "own" -> Clock.OWN;
      case "shared" -> Clock.SHARED;
      default -> throw new IllegalArgumentException("--clock " + word + ": write own or shared");
    };
  }

  private static int units(int number) {
    if (number < 1 || number > 1000) {
      throw new IllegalArgumentException("--units %d: write 1 to 1000".formatted(number));
    }
    return number;
  }
}
