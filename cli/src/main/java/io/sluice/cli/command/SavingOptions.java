package io.sluice.cli.command;

import io.sluice.cli.option.ClusterOptions;
import io.sluice.cli.option.Memory;
import io.sluice.cli.option.OutFile;
import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Saving;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a search keeps what does not fit into memory, and its checkpoints. */
final class SavingOptions {

  @Option(
      names = "--checkpoint",
      paramLabel = "DIR",
      description =
          "Keep the worlds to be looked at in this directory instead of in memory, and a checkpoint:"
              + " written every few minutes, and at Ctrl-C or SIGTERM.")
  private Optional<Path> directory = Optional.empty();

  @Option(
      names = "--resume",
      description = "Go on from the checkpoint in that directory; the other options stay the same.")
  private boolean resume;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "5min",
      description = "How often a checkpoint is written, at the end of a level (default: 5min).")
  private Optional<String> interval = Optional.empty();

  @Option(
      names = "--disk",
      paramLabel = "50g",
      description = "How much the directory may hold (default: as much as the disk takes).")
  private Optional<String> disk = Optional.empty();

  /** Whether the search can be resumed when it ends early. */
  boolean isGiven() {
    return directory.isPresent();
  }

  /** The effort with these options. */
  Effort with(Effort effort) {
    if (directory.isEmpty()) {
      refuse(resume, "--resume");
      refuse(interval.isPresent(), "--checkpoint-every");
      refuse(disk.isPresent(), "--disk");
      return effort;
    }
    OutFile.checkDirectory(directory.get());
    var saving = Saving.to(directory.get());
    saving = resume ? saving.resuming() : saving;
    if (interval.isPresent()) {
      saving = saving.every(ClusterOptions.duration("--checkpoint-every", interval.get()));
    }
    if (disk.isPresent()) {
      saving = saving.atMost(Memory.parse("--disk", disk.get()));
    }
    return effort.saving(saving);
  }

  private static void refuse(boolean given, String option) {
    if (given) {
      throw new IllegalArgumentException(
          option + " needs a directory: name it with --checkpoint DIR");
    }
  }
}
