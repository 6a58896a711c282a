package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.sluice.cli.environment.Environment;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.environment.Interrupt;
import io.sluice.cli.environment.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code sluice run}. */
@Timeout(120)
class RunTest {

  /** Counts to a limit, and to nothing on standard output. */
  private static final String COUNTING =
      """
        public static Pipeline pipeline(String... args) {
          long limit = args.length == 0 ? 1_000 : Long.parseLong(args[0]);
          return Pipeline.named("counting")
              .from("numbers", Source.generate(number -> number).limit(limit))
              .map("double", number -> 2 * number)
              .keyBy(number -> number % 10)
              .aggregate("sum", () -> 0L, (sum, number) -> sum + number)
              .to("out", Sink.forEach(sum -> {}));
        }
      """;

  private static final String ENDLESS =
      """
        public static Pipeline pipeline() {
          return Pipeline.named("endless")
              .from("numbers", Source.generate(number -> number).rate(1_000))
              .to("out", Sink.print());
        }
      """;

  @TempDir private static Path shared;

  private static Path madeOnce;

  @TempDir private Path directory;

  @BeforeAll
  static void makeJar() throws IOException {
    madeOnce = UserJar.of(shared, "Counting", COUNTING);
  }

  @Test
  void thePipelineOfAJarIsRun() {
    var said = Spoken.by("run", madeOnce.toString());
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out()).isEmpty();
    assertThat(said.err().lines().toList())
        .hasSize(6)
        .element(0)
        .asString()
        .startsWith("pipeline 'counting' done: 1,000 records in, 1,000 out, ");
    assertThat(said.err()).containsPattern("double +[0-9]+ +1,000");
  }

  @Test
  void theObjectAtTheEnd() {
    var said = Spoken.by("run", madeOnce.toString(), "--json");
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.err()).isEmpty();
    assertThat(said.fields())
        .contains("recordsIn", "recordsOut", "seconds", "actions", "longestGapMs", "operators");
    assertThat(said.json().get("recordsIn").intValue()).isEqualTo(1_000);
    assertThat(said.json().get("recordsOut").intValue()).isEqualTo(1_000);
    assertThat(said.json().get("state").stringValue()).isEqualTo("done");
    assertThat(operators(said.json()))
        .extracting(each -> each.get("name").stringValue())
        .containsExactly("numbers", "double", "sum", "out");
    assertThat(operators(said.json()))
        .allSatisfy(each -> assertThat(each.get("records").intValue()).isEqualTo(1_000))
        .allSatisfy(each -> assertThat(each.get("instances").intValue()).isPositive());
  }

  private static List<JsonNode> operators(JsonNode json) {
    return StreamSupport.stream(json.get("operators").spliterator(), false).toList();
  }

  private static int instances(JsonNode json, String operator) {
    return operators(json).stream()
        .filter(each -> each.get("name").stringValue().equals(operator))
        .findFirst()
        .orElseThrow()
        .get("instances")
        .intValue();
  }

  @Test
  void theMethodGetsWhatFollows() throws IOException {
    var jar = madeOnce.toString();
    assertThat(Spoken.by("run", jar, "--json", "--", "7").json().get("recordsIn").intValue())
        .isEqualTo(7);
    assertThat(
            Spoken.by("run", jar, "Counting", "--json", "--", "8")
                .json()
                .get("recordsIn")
                .intValue())
        .isEqualTo(8);
    Spoken.by("run", jar, "Counting", "8").complains("unexpected argument '8'", "after --");
    Spoken.by("run", UserJar.of(directory, "Endless", ENDLESS).toString(), "--", "8")
        .complains("Endless takes no arguments: its method is pipeline()");
  }

  @Test
  void instancesAndPolicyAreSet() throws IOException {
    var jar =
        UserJar.of(directory, "Endless", ENDLESS.replace(".to(", ".map(\"same\", n -> n).to("));
    var said =
        Spoken.by(
            "run",
            jar.toString(),
            "--json",
            "--seconds",
            "0.5",
            "--instances",
            "same=3",
            "--policy",
            "with-hysteresis");
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(instances(said.json(), "same")).isEqualTo(3);
    assertThat(said.json().get("actions").intValue()).isEqualTo(2);
    assertThat(said.json().get("recordsOut").intValue())
        .isPositive()
        .isEqualTo(said.json().get("recordsIn").intValue());
  }

  @Test
  void classesInADirectoryWillDo() throws IOException {
    try (var found = Files.list(shared)) {
      var classes =
          found.filter(each -> each.getFileName().toString().startsWith("classes")).findFirst();
      assertThat(Spoken.by("run", classes.orElseThrow().toString()).code()).isZero();
    }
  }

  @Test
  void theMainClassIsTakenOfSeveral() throws IOException {
    var names = List.of("Counting", "Other");
    var bodies = List.of(COUNTING, COUNTING.replace("\"counting\"", "\"other\""));
    var jar = UserJar.of(directory, List.of("--main-class", "Other"), names, bodies).toString();
    assertThat(Spoken.by("run", jar).err()).startsWith("pipeline 'other' done");
    assertThat(Spoken.by("run", jar, "Counting").err()).startsWith("pipeline 'counting' done");
    UserJar.of(directory, List.of(), names, bodies);
    Spoken.by("run", jar)
        .complains("user.jar has 2 pipelines: name one of their classes, such as Counting, Other");
  }

  // Bad usage

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--instances dobule=2 | --instances dobule=2: pipeline 'counting' has no operator 'dobule'; did you mean double?",
        "--instances xyz=2 | has no operator 'xyz'; it has numbers, double, sum, out",
        "--instances double=4..2 | --instances double=4..2: an operator has from 1 to 1,000 instances",
        "--instances double=0 | --instances double=0: an operator has from 1 to 1,000",
        "--instances double=2000 | --instances double=2000: an operator has from 1 to 1,000",
        "--instances numbers=2 | --instances numbers=2: source 'numbers' runs in one instance",
        "--instances double | --instances double: write NAME=N or NAME=A..B, such as parse=2..8",
        "--instances double=a..b | --instances double=a..b: write NAME=N or NAME=A..B",
        "--instances =2 | --instances =2: write NAME=N",
        "--policy in-trun | --policy in-trun: there is no such policy; did you mean in-turn?",
        "--policy xyz | there is no such policy; write by-chance, in-turn, with-hysteresis",
        "--seconds 0 | --seconds 0.0: write a number above 0",
        "--seconds NaN | --seconds NaN",
        "--seconds soon | 'soon' is not a number",
        "Countin | user.jar has no class 'Countin'; did you mean Counting?",
        "org.example.Else | user.jar has no class 'org.example.Else'; pipelines are in Counting",
        "java.lang.String | class java.lang.String has no method `public static Pipeline pipeline()`"
      })
  void badOptionsAreNamed(String options, String complaint) {
    Spoken.by("run %s %s".formatted(madeOnce, options).split(" ")).complains(complaint);
  }

  @Test
  void badJarsAreNamed() throws IOException {
    Spoken.by("run").complains("Missing required parameter");
    Spoken.by("run", "/no/such.jar").complains("cannot read /no/such.jar: there is no such file");
    var text = Files.writeString(directory.resolve("text.jar"), "no jar");
    Spoken.by("run", text.toString()).complains("text.jar is no jar: ");
    Spoken.by("run", Files.createDirectory(directory.resolve("empty")).toString())
        .complains(
            "empty has no pipeline: give a class a method `public static Pipeline pipeline()`");
    var without =
        UserJar.of(directory, "Other", "public static String pipeline() { return \"\"; }");
    Spoken.by("run", without.toString()).complains("user.jar has no pipeline");
  }

  // Pipelines that fail

  private Spoken failing(String body, String... options) throws IOException {
    var args = new ArrayList<>(List.of("run", UserJar.of(directory, "Bad", body).toString()));
    args.addAll(List.of(options));
    var said = Spoken.by(args.toArray(String[]::new));
    assertThat(said.code()).as(said.err()).isEqualTo(Exit.VIOLATION);
    assertThat(said.err().lines()).hasSize(1);
    return said;
  }

  @Test
  void whatTheMethodThrowsIsSaid() throws IOException {
    var said =
        failing(
            "public static Pipeline pipeline() { throw new IllegalStateException(\"no\\nfile\"); }");
    assertThat(said.err())
        .isEqualToNormalizingNewlines(
            "sluice run: Bad.pipeline threw java.lang.IllegalStateException: no file\n");
    assertThat(failing("public static Pipeline pipeline() { return null; }").err())
        .contains("Bad.pipeline returned null");
    assertThat(
            failing(
                    "static int one = Integer.parseInt(\"x\");"
                        + "public static Pipeline pipeline() { return null; }")
                .err())
        .contains("Bad.pipeline failed: java.lang.NumberFormatException");
  }

  @Test
  void aPipelineThatCannotRunIsRefused() throws IOException {
    assertThat(
            failing(
                    """
                    public static Pipeline pipeline() {
                      var bad = Pipeline.named("bad");
                      bad.from("list", Source.of(List.of(1)));
                      return bad;
                    }
                    """)
                .err())
        .contains("nothing takes the records of 'list' in pipeline 'bad'");
  }

  private static final String THROWING =
      """
        public static Pipeline pipeline() {
          return Pipeline.named("bad")
              .from("list", Source.of(List.of("1", "x")))
              .map("parse", Integer::valueOf)
              .to("out", Sink.print());
        }
      """;

  @Test
  void aFunctionThatThrowsIsNamed() throws IOException {
    assertThat(failing(THROWING).err())
        .startsWith(
            "sluice run: pipeline 'bad' failed in operator 'parse' at record x:"
                + " java.lang.NumberFormatException: For input string: \"x\"");
    var said = failing(THROWING, "--json");
    assertThat(said.json().get("state").stringValue()).isEqualTo("failed");
  }

  // Progress and interrupts

  @Test
  void aTerminalShowsProgress() throws IOException {
    var jar =
        UserJar.of(directory, "Endless", ENDLESS.replace("Sink.print()", "Sink.forEach(n -> {})"));
    var terminal = new Terminal(false, true, false, true);
    var args = new String[] {"run", jar.toString(), "--seconds", "1.5"};
    assertThat(Spoken.by(new Environment(terminal, new Interrupt()), args).err())
        .containsPattern("1 s: [0-9,]+ in, [0-9,]+ out, [0-9,]+/s; numbers 1, out 1");
    assertThat(Spoken.by(args).err()).doesNotContain("/s; ");
  }

  private Process start(Path jar, String... options) throws IOException {
    var args = new ArrayList<>(List.of("run", jar.toString()));
    args.addAll(List.of(options));
    return SluiceProcess.of(List.of("-Xmx256m"), args).start();
  }

  @Test
  void anInterruptStopsTheSourcesAndDrains() throws Exception {
    assumeThat(Signals.interruptIsIgnored()).isFalse();
    var process = start(UserJar.of(directory, "Endless", ENDLESS));
    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).isEqualTo("0");
      SluiceProcess.signal("INT", process);
      long lines = 1 + out.lines().count();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(Exit.INTERRUPTED);
      var err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(err)
          .contains("stopping when all records are processed")
          .contains("pipeline 'endless' done: %,d records in, %,d out".formatted(lines, lines));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void withJsonThePipelinePrintsToStandardError() throws Exception {
    var process = start(UserJar.of(directory, "Endless", ENDLESS), "--json", "--seconds", "0.3");
    try {
      var err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(err).isZero();
      assertThat(err).startsWith("0\n1\n2\n");
      assertThat(JsonMapper.shared().readTree(out).get("recordsOut").longValue())
          .isEqualTo(err.lines().count());
    } finally {
      process.destroyForcibly();
    }
  }

  /** Its sink never returns. */
  private static final String STUCK =
      """
        public static Pipeline pipeline() {
          return Pipeline.named("stuck")
              .from("list", Source.of(List.of(1)))
              .to("out", Sink.forEach(n -> { System.out.println("stuck"); while (true) Thread.onSpinWait(); }));
        }
      """;

  @Test
  void aSecondInterruptEndsItAtOnce() throws Exception {
    assumeThat(Signals.interruptIsIgnored()).isFalse();
    var process = start(UserJar.of(directory, "Stuck", STUCK));
    try (var out = process.inputReader(StandardCharsets.UTF_8);
        var err = process.errorReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).isEqualTo("stuck");
      SluiceProcess.signal("INT", process);
      assertThat(err.readLine()).contains("Ctrl-C ends it at once");
      assertThat(process.isAlive()).isTrue();
      SluiceProcess.signal("INT", process);
      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(Exit.INTERRUPTED);
    } finally {
      process.destroyForcibly();
    }
  }
}
