package io.sluice.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.bench.locks.measure.Plan;
import io.sluice.bench.locks.service.LockService;
import io.sluice.bench.locks.service.Services;
import io.sluice.bench.locks.service.UninstalledLocks;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

/** The measurement with real processes, on services that need nothing installed. */
class LocksCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void measuresRealLocksBetweenProcesses() {
    int code =
        run(
            "--only",
            "file,uninstalled",
            "--json",
            "--contenders",
            "3",
            "--readers-and-writers",
            "2");

    assertThat(code).as(err.toString()).isZero();
    var services = JsonMapper.shared().readTree(out.toString()).get("services");
    var figures = services.get(0).get("figures");
    var contention = figures.get("contention");
    assertThat(figures.get("lonePairsPerSecond").asDouble()).isPositive();
    assertThat(contention.get("entriesPerSecond").asDouble()).isPositive();
    assertThat(figures.get("readWriteEntriesPerSecond").asDouble()).isPositive();
    assertThat(figures.get("rawTcp").get("p50").asDouble()).isPositive();
    assertThat(services.get(1).get("outcome").asString()).isEqualTo("SKIPPED");
    assertThat(services.get(1).get("reason").asString()).isEqualTo(UninstalledLocks.REASON);
    assertThat(ProcessHandle.current().descendants()).isEmpty();
  }

  @Test
  void aLockThatDoesNotExcludeFails() {
    int code = run("--only", "broken", "--contenders", "4", "--readers-and-writers", "1");

    assertThat(code).isEqualTo(1);
    assertThat(out.toString()).contains("failed: ", "not exclusive");
    assertThat(ProcessHandle.current().descendants()).isEmpty();
  }

  @Test
  void unknownServiceNamesTheKnown() {
    assertThat(run("--only", "chubby")).isEqualTo(2);
    assertThat(err.toString()).contains("there is no lock service 'chubby'", "curator", "jgroups");
  }

  @Test
  void namesMustBeOneAtLeast() {
    assertThat(run("--figures", "names", "--names", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--names must be at least 1");
  }

  @Test
  void servicesHaveDifferentNames() {
    assertThat(Services.all()).extracting(LockService::name).doesNotHaveDuplicates();
  }

  @Test
  void theSectionReplacesTheOldOneOnly(@TempDir Path folder) throws IOException {
    var page = folder.resolve("page.md");
    Files.writeString(
        page, "before\n" + Report.SECTION.begin() + "\nxyz\n" + Report.SECTION.end() + "\nafter\n");
    var plan = new Plan(3, 2, 2, Duration.ofSeconds(1), Duration.ofSeconds(2));
    var report =
        Report.of(plan, List.of(Row.skipped(new UninstalledLocks(), UninstalledLocks.REASON)));

    report.writeInto(page, "the command");
    report.writeInto(page, "the command");

    assertThat(Files.readString(page))
        .startsWith("before\n" + Report.SECTION.begin() + "\n## Lock services")
        .contains("| an uninstalled service | skipped: " + UninstalledLocks.REASON)
        .containsOnlyOnce("the command")
        .doesNotContain("xyz")
        .endsWith(Report.SECTION.end() + "\nafter\n");
    Files.writeString(page, "no marks");
    assertThatThrownBy(() -> report.writeInto(page, ""))
        .hasMessageContaining(Report.SECTION.begin());
  }

  /** All services take long, so they are measured in several runs. */
  @Test
  void servicesOfEarlierRunsStayInThePage(@TempDir Path folder) throws IOException {
    var page = folder.resolve("page.md");
    Files.writeString(page, Report.SECTION.begin() + "\n" + Report.SECTION.end() + "\n");
    var plan = new Plan(3, 2, 2, Duration.ofSeconds(1), Duration.ofSeconds(2));
    var other = new Plan(4, 2, 2, Duration.ofSeconds(1), Duration.ofSeconds(2));
    var jgroups = Row.failed(Services.named("jgroups"), "no view");
    var first = Row.skipped(Services.named("redisson"), "not there");
    var again = Row.failed(Services.named("redisson"), "not quick");

    Report.of(plan, List.of(jgroups)).writeInto(page, "run-one");
    Report.of(plan, List.of(first)).writeInto(page, "run-two");
    Report.of(plan, List.of(again)).writeInto(page, "run-three");

    assertThat(Files.readString(page))
        .containsSubsequence("failed: not quick", "failed: no view", "run-one\nrun-three")
        .doesNotContain("not there", "run-two");
    Report.of(other, List.of(again)).writeInto(page, "run-four");
    assertThat(Files.readString(page)).contains("run-four").doesNotContain("no view", "run-three");
  }

  private int run(String... arguments) {
    var all = new ArrayList<>(List.of("--rehearsal", "0.2", "--seconds", "0.4"));
    all.addAll(List.of(arguments));
    return new CommandLine(new LocksCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(all.toArray(String[]::new));
  }
}
