package io.sluice.cli.command.streams;

import io.sluice.cli.command.Subcommand;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.pipeline.KafkaOptions;
import io.sluice.streams.kafka.Kafka;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sluice streams delete}: removes what a pipeline keeps in Kafka. */
@Command(
    name = "delete",
    header = "Remove what a pipeline keeps in Kafka.",
    description = {
      "Removes the pipeline's own topics, its state and how far it has read, so that it begins"
          + " from the start when it is run again. The topics that it reads and writes are not"
          + " touched. Stop its workers first: while one runs, nothing is removed."
    },
    footer = "  sluice streams delete clicks --kafka broker:9092")
public final class StreamsDeleteCommand extends Subcommand {

  @Parameters(index = "0", paramLabel = "NAME", description = "The pipeline's name.")
  private String name;

  @Mixin private KafkaOptions kafka;

  @Override
  public Integer call() {
    var engine =
        kafka
            .engine()
            .orElseThrow(
                () -> new IllegalArgumentException("write where it is: --kafka HOST:PORT"));
    if (delete(engine)) {
      out().println("removed what pipeline '%s' kept in Kafka".formatted(name));
    } else {
      out().println("pipeline '%s' keeps nothing in Kafka".formatted(name));
    }
    out().flush();
    return Exit.FINE;
  }

  private boolean delete(Kafka engine) {
    try {
      return engine.delete(name);
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
    }
  }
}
