package io.sluice.cli.command.streams;

import io.sluice.cli.command.Subcommand;
import io.sluice.cli.environment.Exit;
import picocli.CommandLine.Command;

/** {@code sluice streams}: pipelines on Kafka. */
@Command(
    name = "streams",
    header = "Look after stream pipelines on Kafka.",
    subcommands = StreamsDeleteCommand.class,
    footer = "  sluice streams delete clicks --kafka broker:9092")
public final class StreamsCommand extends Subcommand {

  @Override
  public Integer call() {
    usage();
    return Exit.FINE;
  }
}
