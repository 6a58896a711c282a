package io.sluice.cli.command;

import io.sluice.cli.environment.Exit;
import picocli.CommandLine.Command;

/** {@code sluice lab}: the experiments. */
@Command(
    name = "lab",
    header = "Run the papers' experiments, with our protocols beside theirs.",
    subcommands = {LabListCommand.class, LabRunCommand.class, LabAdviseCommand.class},
    footer = {
      "  sluice lab list",
      "  sluice lab run gme-traffic-nodes",
      "  sluice lab run --all",
      "  sluice lab advise padme --participants team.txt"
    })
public final class LabCommand extends Subcommand {

  @Override
  public Integer call() {
    usage();
    return Exit.FINE;
  }
}
