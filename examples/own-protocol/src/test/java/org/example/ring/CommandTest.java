package org.example.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sluice command, which does not know the protocols until it is told where they are. */
@Timeout(120)
class CommandTest {

  @TempDir private Path directory;

  private static Programs.Finished sluice(String... args) throws Exception {
    var all = new ArrayList<>(List.of(args));
    int end = all.contains("--") ? all.indexOf("--") : all.size();
    all.addAll(end, List.of("--protocols", Programs.CLASSES.toString()));
    return Programs.finish(Programs.start(Programs.productClassPath(), Main.class, all));
  }

  @Test
  void withoutTheJarTheProtocolIsUnknown() throws Exception {
    var args = List.of("check", "lazy-ring");
    var said = Programs.finish(Programs.start(Programs.productClassPath(), Main.class, args));
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.output()).contains("no protocol", "lazy-ring");
  }

  @Test
  void itIsListedAndSearchedAndSimulated() throws Exception {
    assertThat(sluice("list").output()).contains("lazy-ring", "forgetful-ring", "token-queue");
    var searched = sluice("check", "lazy-ring", "--nodes", "3", "--entries", "unbounded");
    assertThat(searched.code()).as(searched.output()).isZero();
    assertThat(sluice("simulate", "lazy-ring", "--nodes", "12").code()).isZero();
  }

  @Test
  void aClassIsEnoughWithoutAProvider() throws Exception {
    var searched = sluice("check", "--class", LazyRing.class.getName(), "--nodes", "3");
    assertThat(searched.code()).as(searched.output()).isZero();
    assertThat(searched.output()).contains("lazy-ring on 3 nodes");
    assertThat(sluice("simulate", "--class", LazyRing.class.getName()).code()).isZero();
    assertThat(sluice("draw", "--class", LazyRing.class.getName()).output()).contains("p0 asks");
    var wrong = sluice("check", "--class", Counter.class.getName());
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.output()).contains("no field ALGORITHM");
    assertThat(sluice("check", "--class", "org.example.None").output())
        .contains("no class org.example.None", "--protocols");
  }

  @Test
  void itLocksForAShell() throws Exception {
    String cluster = "shell-" + ProcessHandle.current().pid();
    var said =
        sluice(
            "lock", "x", "--cluster", cluster, "--algorithm", "lazy-ring", "--", "echo", "locked");
    assertThat(said.code()).as(said.output()).isZero();
    assertThat(said.output()).contains("locked");
  }

  @Test
  void theTraceOfTheErrorIsSavedAndReplayed() throws Exception {
    var trace = directory.resolve("bug.json");
    assertThat(sluice("check", "forgetful-ring", "--trace", trace.toString()).code()).isEqualTo(1);
    var replayed = sluice("replay", trace.toString());
    assertThat(replayed.code()).isEqualTo(1);
    assertThat(replayed.output()).contains("deadlock");
    assertThat(Files.readString(trace)).doesNotContain("org.example");
  }
}
