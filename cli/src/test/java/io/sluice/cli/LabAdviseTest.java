package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabAdviseTest {

  private static final String TEAM =
      """
      name,priority,rate
      sensor, 2, 60/min   # as a spreadsheet writes it
      control 0 0.5/s

      pilot   1 1
      """;

  @TempDir private Path directory;

  private Spoken advise(String team, String... more) throws IOException {
    Path file = Files.writeString(directory.resolve("team.txt"), team);
    var args = new String[more.length + 5];
    args[0] = "lab";
    args[1] = "advise";
    args[2] = "padme";
    args[3] = "--participants";
    args[4] = file.toString();
    System.arraycopy(more, 0, args, 5, more.length);
    return Spoken.by(args);
  }

  @Test
  void theAdviceNamesAConfigurationATreeAndReasons() throws IOException {
    var said = advise(TEAM, "--hold", "100ms");
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .containsPattern("Recommended: [LF][FR][FU][FU] on a ")
        .contains(" instead of ", "p0       control", "cost", "Cost: ");
    assertThat(said.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void forProgramsItIsOneObject() throws IOException {
    var said = advise(TEAM, "--hold", "100ms", "--weights", "messages=5,waiting=0", "--json");
    assertThat(said.code()).as(said.err()).isZero();
    var json = said.json();
    assertThat(json.get("config").stringValue()).matches("[LF][FR][FU][FU]");
    assertThat(json.get("places")).hasSize(3);
    assertThat(json.get("places").get(0).get("name").stringValue()).isEqualTo("control");
    assertThat(json.get("places").get(1).get("parent").stringValue()).isEqualTo("control");
    assertThat(json.get("objective").get("messages").doubleValue()).isEqualTo(5);
    assertThat(json.get("ranking").get(0).get("cost").doubleValue()).isGreaterThanOrEqualTo(1);
    assertThat(json.get("reasons")).isNotEmpty();
  }

  /** The tree that it names is one that the other commands take. */
  @Test
  void whatItRecommendsCanBeSimulated() throws IOException {
    var json = advise(TEAM, "--hold", "100ms", "--json").json();
    var said =
        Spoken.by(
            "simulate",
            "padme",
            "--config",
            json.get("config").stringValue(),
            "--tree",
            json.get("tree").stringValue());
    assertThat(said.code()).as(said.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a 0 1;b | line 2: expected NAME PRIORITY RATE",
        "a high 1;b 0 1 | line 1: 'high' is not a priority",
        "a -1 1;b 0 1 | line 1: a priority must be 0 (the most urgent) or more, not -1",
        "a 0 often;b 0 1 | line 1: 'often' is not a rate; write a number of requests",
        "a 0 0;b 0 1 | line 1: a rate must be from once a year",
        "a 0 1;a 0 1 | line 2: a is already in line 1",
        "a 0 1 | advice is for 2 to 2000 participants, not 1"
      })
  void mistakesInTheFileAreNamedWithTheirLine(String lines, String complaint) throws IOException {
    advise(lines.replace(';', '\n')).complains(complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--weights speed=1 | --weights speed=1: write waiting, throughput, messages, longest",
        "--weights waiting=1,waiting=2 | --weights: waiting is given twice",
        "--weights waiting=much | --weights much: not a number",
        "--weights waiting=0,throughput=0,messages=0,longest=0 | at least one weight must be above 0",
        "--urgency 0 | the urgency must be from 1 to a million",
        "--children 0 | --children 0: write a number from 1 up",
        "--hold soon | --hold soon"
      })
  void mistakesInOptionsAreNamed(String options, String complaint) throws IOException {
    advise(TEAM, options.split(" ")).complains(complaint);
  }

  @Test
  void thereIsAdviceForPadmeOnly() throws IOException {
    Path file = Files.writeString(directory.resolve("team.txt"), TEAM);
    Spoken.by("lab", "advise", "forks", "--participants", file.toString())
        .complains("lab advise supports padme only, not 'forks'");
    Spoken.by("lab", "advise", "padme", "--participants", directory.resolve("none").toString())
        .complains("cannot read");
  }
}
