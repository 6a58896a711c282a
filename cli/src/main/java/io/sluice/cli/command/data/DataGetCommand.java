package io.sluice.cli.command.data;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.OutFile;
import io.sluice.locks.DataHandle;
import io.sluice.locks.ReadView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sluice data get}. */
@Command(
    name = "get",
    header = "Write the newest version of data to a file.",
    description = {
      "FILE is replaced at once when all bytes are there, or stays as it was.",
      "",
      "Exits with 1 if nothing was ever committed or the newest version is lost, with 3 if there is"
          + " no other member that could have the data, and with 75 if it timed out."
    },
    parameterListHeading = "%n",
    footer = {
      "  sluice data get prices",
      "  sluice data get prices prices.csv --json",
      "  sluice data get prices | sort"
    })
public final class DataGetCommand extends AccessCommand {

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE",
      defaultValue = STANDARD,
      description = "Where to write; - or nothing stands for standard output.")
  private String file;

  @Override
  void prepare() {
    if (!file.equals(STANDARD)) {
      OutFile.check(Path.of(file));
    } else if (isJson()) {
      throw new IllegalArgumentException(
          "--json needs a FILE, since the data itself goes to standard output");
    }
  }

  @Override
  int use(DataHandle data) throws Ended, IOException, InterruptedException {
    boolean standard = file.equals(STANDARD);
    var target = Path.of(file).toAbsolutePath();
    var draft = standard ? Bytes.temporary() : target.resolveSibling(draftName(target));
    try {
      long version;
      long bytes;
      // Into a file first, since a reader of standard output may be slow and writers wait.
      try (ReadView view = acquire(data.requestRead())) {
        version = view.version();
        bytes = view.size();
        if (version == 0) {
          throw new Ended(
              Exit.VIOLATION, "nothing has been committed to data '%s'".formatted(dataName()));
        }
        if (!standard) {
          Files.createFile(draft);
        }
        Bytes.write(view.segment(), draft);
      }
      stopIfAsked();
      if (standard) {
        Bytes.toStandardOutput(draft);
      } else {
        Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
        report(version, bytes);
      }
      return Exit.FINE;
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static String draftName(Path target) {
    return ".%s.%d.tmp".formatted(target.getFileName(), ProcessHandle.current().pid());
  }

  @Override
  String verb() {
    return "get";
  }
}
