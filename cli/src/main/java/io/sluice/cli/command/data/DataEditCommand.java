package io.sluice.cli.command.data;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.environment.ProcessTree;
import io.sluice.locks.DataHandle;
import io.sluice.locks.WriteView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sluice data edit}. */
@Command(
    name = "edit",
    header = "Change data in an editor, or with a command, while no one else can.",
    description = {
      "Acquires the data for writing, runs the command with the name of a file that has the newest"
          + " version as its last argument, and commits what the file contains then. Without a"
          + " command, $VISUAL or $EDITOR is run. Others wait meanwhile.",
      "",
      "All or nothing: the data stays as it was if the command fails (exit code: that of the"
          + " command), if the lock is lost (76; the command is ended), after Ctrl-C (130), or if"
          + " the file is unchanged (0)."
    },
    parameterListHeading = "%n",
    footer = {
      "  sluice data edit prices",
      "  sluice data edit prices -- sed -i s/EUR/CHF/",
      "  sluice data edit prices -- sh -c 'sort -o \"$1\" \"$1\"' sh"
    })
public final class DataEditCommand extends AccessCommand {

  private static final Duration GRACE = Duration.ofSeconds(2);

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "What to run instead of an editor, after --.")
  private List<String> command = List.of();

  @Override
  void prepare() {
    if (command.isEmpty()) {
      command = editor();
    }
  }

  /** The variable may contain options, so a shell runs it. */
  private static List<String> editor() {
    return Stream.of("VISUAL", "EDITOR")
        .map(System.getenv()::get)
        .filter(value -> value != null && !value.isBlank())
        .findFirst()
        .map(editor -> List.of("sh", "-c", editor + " \"$1\"", "sh"))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "set EDITOR, or write a command, as in: data edit prices -- nano"));
  }

  @Override
  int use(DataHandle data) throws Ended, IOException, InterruptedException {
    var file = Bytes.temporary();
    var before = Bytes.temporary();
    try (WriteView view = acquire(data.requestWrite())) {
      if (view.version() > 0) {
        Bytes.write(view.segment(), file);
        Bytes.write(view.segment(), before);
      }
      run(view, file);
      if (Files.mismatch(file, before) < 0) {
        throw new Ended(Exit.FINE, "data '%s' is unchanged".formatted(dataName()));
      }
      long bytes = Files.size(file);
      if (bytes < 1) {
        throw new Ended(
            Exit.BAD_USAGE,
            "the file is empty, but data has at least 1 byte; data '%s' is as it was"
                .formatted(dataName()));
      }
      view.resize(bytes);
      Bytes.read(file, view.segment());
      stopIfAsked();
      view.commit();
      report(view.fence(), bytes);
      return Exit.FINE;
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(before);
    }
  }

  /** Runs the command to its end; ends it if the lock is lost, or after Ctrl-C. */
  private void run(WriteView view, Path file) throws Ended, InterruptedException {
    var words = new ArrayList<>(command);
    words.add(file.toString());
    Process process;
    try {
      process = new ProcessBuilder(words).inheritIO().start();
    } catch (IOException e) {
      throw new Ended(
          Exit.NO_SUCH_COMMAND,
          "cannot run %s; data '%s' is as it was".formatted(command.getFirst(), dataName()));
    }
    while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      if (interrupt().getAsBoolean()) {
        ProcessTree.end(process, GRACE, () -> {});
        stopIfAsked();
      }
      if (!view.valid()) {
        ProcessTree.end(process, GRACE, () -> {});
        throw new Ended(
            Exit.LOST,
            "lost the lock of data '%s', so the command was ended; the data is as it was, or as others have changed it"
                .formatted(dataName()));
      }
    }
    if (process.exitValue() != 0) {
      throw new Ended(
          process.exitValue(),
          "the command exited with %d; data '%s' is as it was"
              .formatted(process.exitValue(), dataName()));
    }
  }

  @Override
  String verb() {
    return "edit";
  }
}
