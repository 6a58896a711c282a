package io.sluice.cli;

import static io.sluice.cli.HostProcesses.ended;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.environment.Exit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which commands a {@code sluice node} on their host does, and which key they must have. */
@Timeout(120)
class KeysThroughNodeTest {

  @TempDir private Path directory;

  private HostProcesses host;

  @BeforeEach
  void make() {
    host = new HostProcesses(directory, "1500ms");
  }

  @AfterEach
  void endAll() throws InterruptedException {
    host.endAll();
  }

  /** A command that could mean another cluster, or has not the key, joins unless it must not. */
  @Test
  void onlyCommandsOfTheSameClusterWithItsKeyAreDone() throws Exception {
    Path store = directory.resolve("keys.p12");
    assertThat(run0("keys", store.toString())).isZero();
    Path other = directory.resolve("other.p12");
    assertThat(run0("keys", other.toString())).isZero();
    host.node("--keystore", store.toString());
    var same = ended(host.lock("exit 7", "--keystore", store.toString()));
    assertThat(same.code()).as(same.err()).isEqualTo(7);
    for (String[] wrong : List.of(new String[] {}, new String[] {"--keystore", other.toString()})) {
      var refused = ended(host.lock("exit 7", wrong));
      assertThat(refused.code()).isEqualTo(Exit.INCOMPLETE);
      assertThat(refused.err())
          .isEqualTo(
              "sluice lock: the node on this host does not do this: it has another key store, or"
                  + " none\n");
    }
    var kafka =
        ended(host.lock("true", "--keystore", store.toString(), "--hosts", "localhost:7999"));
    assertThat(kafka.code()).isEqualTo(Exit.INCOMPLETE);
    assertThat(kafka.err()).contains("it runs with another --hosts");
    var algorithm =
        ended(host.lock("true", "--keystore", store.toString(), "--algorithm", "lamport"));
    assertThat(algorithm.err()).contains("without --algorithm");
  }

  private int run0(String... args) throws Exception {
    return ended(host.startAs(List.of(args))).code();
  }

  /** What is wrong is the command line, not the node. */
  @Test
  void aKeyStoreThatCannotBeUsedIsNamed() throws Exception {
    host.node();
    String store = directory.resolve("keys.p21").toString();
    String password = directory.resolve("pasword").toString();
    String missing = "there is no key store " + store;
    assertComplaint(command("lock x --keystore %s -- true", store), missing);
    assertComplaint(command("release x --force --keystore %s", store), missing);
    assertComplaint(
        command("who --keystore %s --password-file %s", store, password),
        "cannot read " + password);
    var without = command("members --keystore %s", store);
    without.environment().remove("SLUICE_KEYSTORE_PASSWORD");
    assertComplaint(without, "the key store needs a password: set SLUICE_KEYSTORE_PASSWORD");
  }

  private ProcessBuilder command(String words, Object... files) {
    var all = new ArrayList<>(List.of(words.formatted(files).split(" ", -1)));
    all.add(1, "--through-node");
    return host.command(all.toArray(String[]::new));
  }

  private void assertComplaint(ProcessBuilder command, String why) throws Exception {
    var ended = ended(host.started(command));
    assertThat(ended.code()).as(ended.err()).isEqualTo(Exit.BAD_USAGE);
    assertThat(ended.err().lines()).hasSize(1);
    assertThat(ended.err()).contains(why);
  }
}
