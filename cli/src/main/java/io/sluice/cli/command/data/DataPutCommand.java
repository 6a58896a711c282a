package io.sluice.cli.command.data;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.FileTrouble;
import io.sluice.locks.DataHandle;
import io.sluice.locks.WriteView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sluice data put}. */
@Command(
    name = "put",
    header = "Replace data by what a file contains.",
    description = {
      "Reads all of FILE, acquires the data for writing, and commits: readers see all of it or"
          + " nothing. When it exits with 0, another member has the new version.",
      "",
      "Exits with 3 if there is no other member to keep the data, with 75 if it timed out, and with"
          + " 76 if the lock was lost: then others may have the new version or the former one."
    },
    parameterListHeading = "%n",
    footer = {
      "  sluice data put prices prices.csv",
      "  ./export.sh | sluice data put prices",
      "  sluice data put prices prices.csv --wait 10s --json"
    })
public final class DataPutCommand extends AccessCommand {

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE",
      defaultValue = STANDARD,
      description = "What to write; - or nothing stands for standard input.")
  private String file;

  private Optional<Path> spooled = Optional.empty();

  @Override
  void prepare() throws Ended, IOException {
    if (file.equals(STANDARD)) {
      // Before the lock is asked for: the end of the input may be long in coming.
      spooled = Optional.of(Bytes.temporary());
      Bytes.fromStandardInput(spooled.get());
    }
    if (length() < 1) {
      throw new IllegalArgumentException(
          "%s is empty, but data has at least 1 byte"
              .formatted(spooled.isPresent() ? "standard input" : file));
    }
  }

  private Path source() {
    return spooled.orElseGet(() -> Path.of(file));
  }

  private long length() {
    try {
      if (Files.isDirectory(source())) {
        throw new IllegalArgumentException(file + " is a directory, not a file");
      }
      return Files.size(source());
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + file + ": " + FileTrouble.of(e), e);
    }
  }

  @Override
  int use(DataHandle data) throws Ended, IOException, InterruptedException {
    try (WriteView view = acquire(data.requestWrite())) {
      view.resize(length());
      Bytes.read(source(), view.segment());
      stopIfAsked();
      long bytes = view.size();
      view.commit();
      report(view.fence(), bytes);
      return Exit.FINE;
    }
  }

  @Override
  void cleanUp() throws IOException {
    if (spooled.isPresent()) {
      Files.deleteIfExists(spooled.get());
    }
  }

  @Override
  String verb() {
    return "put";
  }
}
