package io.sluice.cli.command.data;

import io.sluice.cli.command.Subcommand;
import io.sluice.cli.environment.Exit;
import picocli.CommandLine.Command;

/** {@code sluice data}: data that moves with its lock. */
@Command(
    name = "data",
    header = "Write, read and edit data that members of a cluster keep in memory.",
    description = {
      "The bytes are where the members are: each command joins the cluster, and departs when it has"
          + " handed over what only it has. So at least one other member must be there and stay,"
          + " for instance `sluice node`; what the last member has ends with it."
    },
    subcommands = {DataPutCommand.class, DataGetCommand.class, DataEditCommand.class},
    footer = {
      "  sluice node --cluster shop &",
      "  sluice data put prices prices.csv --cluster shop",
      "  sluice data get prices --cluster shop",
      "  sluice data edit prices --cluster shop"
    })
public final class DataCommand extends Subcommand {

  @Override
  public Integer call() {
    usage();
    return Exit.FINE;
  }
}
