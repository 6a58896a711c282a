package io.sluice.bench.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

/** The measurement with real processes. */
class StreamsCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void measuresWhatAnEngineCanDo() {
    int code =
        run(
            "--only=sluice,pekko-fused",
            "--figures=gap,newborn,state",
            "--seconds=0.2",
            "--rounds=1",
            "--warm-ups=1",
            "--json");

    assertThat(code).as(err.toString()).isZero();
    var engines = JsonMapper.shared().readTree(out.toString()).get("engines");
    var sluice = engines.get(0).get("figures");
    assertThat(sluice.propertyNames())
        .contains("SCALING_GAP", "SCALING_KEY_GAP", "NEWBORN_P99", "STATE_MOVED_GAP")
        .allSatisfy(metric -> assertThat(sluice.get(metric).asDouble()).isPositive());
    assertThat(engines.get(1).get("figures").isEmpty()).as("Pekko does not rescale").isTrue();
    assertThat(ProcessHandle.current().descendants()).isEmpty();
  }

  @Test
  void badUsageSaysWhatToDo() {
    assertThat(run("--only=storm")).isEqualTo(2);
    assertThat(run("--figures=latency")).isEqualTo(2);
    assertThat(run("--rate=0")).isEqualTo(2);
    assertThat(err.toString())
        .contains("there is no stream engine 'storm'", "there is no figure 'latency'", "settling")
        .contains("--rate, --rounds and --seconds must be positive");
  }

  private int run(String... arguments) {
    return new CommandLine(new StreamsCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }
}
