package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.sluice.cli.environment.Exit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a process of its own can show: exit codes, streams, and Ctrl-C. */
class ChildProcessTest {

  @TempDir private Path directory;

  private static Process start(String... args) throws IOException {
    return SluiceProcess.of(List.of(), List.of(args)).start();
  }

  private static String all(InputStream stream) throws IOException {
    return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void exitCodesReachTheShell() throws IOException, InterruptedException {
    var found = start("check", "2fgme-published", "--json");
    var mistyped = start("check", "fork");
    assertThat(all(found.getInputStream())).contains("\"verdict\" : \"deadlock\"");
    assertThat(found.waitFor()).isEqualTo(Exit.VIOLATION);
    assertThat(all(mistyped.getErrorStream())).contains("did you mean forks?");
    assertThat(mistyped.waitFor()).isEqualTo(Exit.BAD_USAGE);
  }

  @Test
  void ctrlCEndsALongSearchWithItsPartialResult() throws IOException, InterruptedException {
    assumeThat(Signals.interruptIsIgnored())
        .as("the tests were started by a shell that has them ignore SIGINT, and so do children")
        .isFalse();
    // Far more worlds than can be searched; the first line says that the search has begun.
    var search = start("check", "forks", "--groups", "4x4", "--entries", "9", "--workers", "1");
    var out = search.inputReader(StandardCharsets.UTF_8);
    assertThat(out.readLine()).startsWith("forks on groups of 4x4");
    SluiceProcess.signal("INT", search);
    assertThat(search.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(out.readAllAsString()).contains("incomplete: ", "cancelled");
    assertThat(search.exitValue()).isEqualTo(130);
  }

  @Test
  void aTerminatedSearchIsResumedToItsEnd() throws IOException, InterruptedException {
    String scope = "check 2fgme --groups 2x2 --json --workers 1 --checkpoint " + directory;
    var whole = Spoken.by("check", "2fgme", "--groups", "2x2", "--json").json();
    var search = start((scope + " --checkpoint-every 0s").split(" "));
    while (search.isAlive() && !Files.exists(directory.resolve("checkpoint.json"))) {
      Thread.sleep(1);
    }
    SluiceProcess.signal("TERM", search);
    String said = all(search.getInputStream());
    assertThat(search.waitFor()).isEqualTo(Exit.INTERRUPTED);
    assertThat(said)
        .contains("\"verdict\" : \"incomplete\"", "it can be resumed from " + directory);
    var refused = Spoken.by((scope + " --entries 2 --resume").split(" "));
    assertThat(refused.code()).isEqualTo(Exit.BAD_USAGE);
    assertThat(refused.err()).contains("entries is 1 there and 2 here");
    var resumed = Spoken.by((scope + " --resume").split(" "));
    assertThat(resumed.code()).isEqualTo(Exit.FINE);
    for (String field : List.of("verdict", "states", "transitions", "depth", "what")) {
      assertThat(resumed.json().get(field)).as(field).isEqualTo(whole.get(field));
    }
    assertThat(directory).isEmptyDirectory();
  }
}
