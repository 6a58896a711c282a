package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cli.command.NodeCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The manifests use fields that exist, and agree with each other and with the command. */
class DeployTest {

  private static final Path DEPLOY = Path.of("../deploy");
  private static final Path MANIFESTS = DEPLOY.resolve("kubernetes");

  /** What of JSON Schema the schema uses. */
  private record Schema(JsonNode all) {

    static Schema read() throws IOException {
      try (var file = DeployTest.class.getResourceAsStream("/deploy/kubernetes.schema.json")) {
        return new Schema(new ObjectMapper().readTree(file));
      }
    }

    List<String> errorsOf(JsonNode manifest) {
      var errors = new ArrayList<String>();
      JsonNode kind = all.path(manifest.path("kind").asString(""));
      if (kind.isMissingNode()) {
        return List.of("no such kind");
      }
      check("", manifest, kind, errors);
      return errors;
    }

    private void check(String where, JsonNode value, JsonNode stated, List<String> errors) {
      JsonNode schema =
          stated.has("ref") ? all.get("definitions").get(stated.get("ref").asString()) : stated;
      if (schema.has("type") && !isOf(schema.get("type").asString(), value)) {
        errors.add(where + " is not of type " + schema.get("type").asString());
        return;
      }
      if (schema.has("enum") && schema.get("enum").valueStream().noneMatch(value::equals)) {
        errors.add(where + " is none of " + schema.get("enum"));
      }
      if (schema.has("pattern") && !value.asString().matches(schema.get("pattern").asString())) {
        errors.add(where + " does not match " + schema.get("pattern").asString());
      }
      schema
          .path("required")
          .valueStream()
          .map(JsonNode::asString)
          .filter(each -> !value.has(each))
          .forEach(each -> errors.add(where + "." + each + " is missing"));
      for (int i = 0; value.isArray() && i < value.size(); i++) {
        check(where + "[" + i + "]", value.get(i), schema.get("items"), errors);
      }
      value
          .properties()
          .forEach(
              field -> {
                var inner = schema.path("properties").path(field.getKey());
                var next = schema.has("map") ? schema.get("map") : inner;
                String place = where + "." + field.getKey();
                if (next.isMissingNode()) {
                  errors.add(place + " is no field");
                } else {
                  check(place, field.getValue(), next, errors);
                }
              });
    }

    private static boolean isOf(String type, JsonNode value) {
      return switch (type) {
        case "object" -> value.isObject();
        case "array" -> value.isArray() && !value.isEmpty();
        case "string" -> value.isString();
        case "integer" -> value.isIntegralNumber();
        case "boolean" -> value.isBoolean();
        default -> throw new IllegalArgumentException("the schema has type " + type);
      };
    }
  }

  private static JsonNode parse(String yaml) {
    var loader = new Yaml(new SafeConstructor(new LoaderOptions()));
    Object loaded = Objects.requireNonNull(loader.<Object>load(yaml));
    return new ObjectMapper().valueToTree(loaded);
  }

  private static JsonNode manifest(String name) throws IOException {
    return parse(Files.readString(MANIFESTS.resolve(name)));
  }

  static Stream<String> manifests() throws IOException {
    try (var files = Files.list(MANIFESTS)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void aManifestUsesFieldsThatExist(String name) throws IOException {
    assertThat(Schema.read().errorsOf(manifest(name))).isEmpty();
  }

  @Test
  void theSchemaFindsWhatIsWrong() throws IOException {
    var wrong = "apiVersion: v1\nkind: Service\nmetadata: {name: A}\nspec: {ports: [{prt: 1}]}";
    assertThat(Schema.read().errorsOf(parse(wrong)))
        .anyMatch(error -> error.startsWith(".metadata.name does not match"))
        .contains(".spec.selector is missing", ".spec.ports[0].port is missing")
        .contains(".spec.ports[0].prt is no field");
    assertThat(Schema.read().errorsOf(parse("kind: Pod"))).containsExactly("no such kind");
  }

  @Test
  void allManifestsAreApplied() throws IOException {
    assertThat(
            manifest("kustomization.yaml").get("resources").valueStream().map(JsonNode::asString))
        .containsExactlyInAnyOrderElementsOf(
            manifests().filter(name -> !name.startsWith("kustomization")).toList());
  }

  @Test
  void namesLabelsAndPortsAgree() throws IOException {
    var service = manifest("service.yaml");
    var set = manifest("statefulset.yaml").get("spec");
    var labels = set.get("template").get("metadata").get("labels");
    assertThat(set.get("serviceName")).isEqualTo(service.get("metadata").get("name"));
    assertThat(service.get("spec").get("selector")).isEqualTo(labels);
    assertThat(set.get("selector").get("matchLabels")).isEqualTo(labels);
    assertThat(manifest("disruption-budget.yaml").get("spec").get("selector").get("matchLabels"))
        .isEqualTo(labels);
    var container = container();
    assertThat(container.get("ports").get(0).get("containerPort"))
        .isEqualTo(service.get("spec").get("ports").get(0).get("targetPort"));
    assertThat(container.get("volumeMounts").valueStream().map(each -> each.get("name")))
        .containsExactlyElementsOf(
            set.get("template")
                .get("spec")
                .get("volumes")
                .valueStream()
                .map(each -> each.get("name"))
                .toList());
  }

  private static JsonNode container() throws IOException {
    return manifest("statefulset.yaml")
        .get("spec")
        .get("template")
        .get("spec")
        .get("containers")
        .get(0);
  }

  /** As many are expected as run, and the service's name leads to them. */
  @Test
  void everyPodIsExpected() throws IOException {
    int replicas = manifest("statefulset.yaml").get("spec").get("replicas").asInt();
    String name = manifest("service.yaml").get("metadata").get("name").asString();
    int port = container().get("ports").get(0).get("containerPort").asInt();
    assertThat(arguments())
        .contains("--discover=%s:%d-%d".formatted(name, port, port), "--expect=" + replicas);
  }

  /** Each pod is ready only with others, so they begin together and find each other before that. */
  @Test
  void podsThatAreNotReadyFindEachOther() throws IOException {
    assertThat(container().has("readinessProbe")).isTrue();
    assertThat(manifest("statefulset.yaml").get("spec").get("podManagementPolicy").asString())
        .isEqualTo("Parallel");
    assertThat(manifest("service.yaml").get("spec").get("publishNotReadyAddresses").asBoolean())
        .isTrue();
  }

  /** The probe's own command, asking a node. */
  @Test
  @Timeout(120)
  void aPodIsReadyWhenItIsAMember(@TempDir Path directory) throws Exception {
    var probe =
        container()
            .get("readinessProbe")
            .get("exec")
            .get("command")
            .valueStream()
            .map(JsonNode::asString)
            .toList();
    var metrics = arguments().stream().filter(each -> each.startsWith("--metrics=")).toList();
    assertThat(metrics).hasSize(1);
    var port = metrics.getFirst().substring("--metrics=".length());
    assertThat(probe.getLast()).contains("/127.0.0.1/" + port);
    var host = new HostProcesses(directory, "1s");
    try {
      String[] words = {"node", "--discover", "localhost", "--expect", "2", "--metrics", "0"};
      var node = host.start(words);
      String said = node.inputReader(StandardCharsets.UTF_8).readLine();
      var matcher = Pattern.compile("metrics: http://127.0.0.1:([0-9]+)/metrics").matcher(said);
      assertThat(matcher.matches()).as(said).isTrue();
      var asking = new ArrayList<>(probe);
      asking.set(asking.size() - 1, probe.getLast().replace(port, matcher.group(1)));
      assertThat(isReady(asking)).isFalse();
      host.start(words);
      await().atMost(Duration.ofSeconds(60)).until(() -> isReady(asking));
    } finally {
      host.endAll();
    }
  }

  private static boolean isReady(List<String> probe) throws Exception {
    return new ProcessBuilder(probe).redirectErrorStream(true).start().waitFor() == 0;
  }

  /** Neither the history nor the key store that the guide makes goes to the builder. */
  @Test
  void keysAreNotBuiltFrom() throws IOException {
    assertThat(Files.readAllLines(DEPLOY.resolve("Dockerfile.dockerignore")))
        .contains(".git", "**/target", "**/*.p12");
  }

  private static List<String> arguments() throws IOException {
    return container().get("args").valueStream().map(JsonNode::asString).toList();
  }

  @Test
  void theArgumentsAreThoseOfTheCommand() throws IOException {
    var args = arguments();
    assertThat(args.getFirst()).isEqualTo("node");
    var parsed =
        new CommandLine(new NodeCommand())
            .parseArgs(args.subList(1, args.size()).toArray(String[]::new));
    assertThat(parsed.unmatched()).isEmpty();
    var environment = Map.of("SLUICE_KEYSTORE_PASSWORD", "the key store's password");
    assertThat(container().get("env").valueStream().map(each -> each.get("name").asString()))
        .allMatch(environment::containsKey);
  }

  /** What the Dockerfile copies is what the build makes, and what the launcher starts. */
  @Test
  void theImageHoldsWhatTheBuildMakes() throws IOException {
    var lines = Files.readAllLines(DEPLOY.resolve("Dockerfile"));
    assertThat(lines)
        .contains(
            "FROM eclipse-temurin:25-jdk AS build", "FROM eclipse-temurin:25-jre", "USER 10001")
        .anyMatch(line -> line.startsWith("COPY --from=build /src/cli/target/sluice-cli.jar "))
        .anyMatch(line -> line.startsWith("COPY --from=build /src/cli/target/lib "));
    String user =
        manifest("statefulset.yaml")
            .get("spec")
            .get("template")
            .get("spec")
            .get("securityContext")
            .get("runAsUser")
            .asString();
    assertThat(lines).contains("USER " + user);
    assertThat(Arrays.asList(Files.readString(Path.of("pom.xml")).split("\n", -1)))
        .anyMatch(line -> line.contains("<finalName>${project.artifactId}</finalName>"))
        .anyMatch(
            line ->
                line.contains("<outputDirectory>${project.build.directory}/lib</outputDirectory>"));
  }
}
