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
import tools.jackson.databind.node.ObjectNode;

/** The manifests use fields that exist, and agree with each other and with the command. */
class DeployTest {

  private static final Path DEPLOY = Path.of("../deploy");
  private static final Path MANIFESTS = DEPLOY.resolve("kubernetes");
  private static final String KUSTOMIZATION = "kustomization.yaml";

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

  /** All but the one that is not for the cluster, but for kubectl. */
  static Stream<String> objects() throws IOException {
    return manifests().filter(name -> !name.equals(KUSTOMIZATION));
  }

  @ParameterizedTest
  @MethodSource("objects")
  void aManifestUsesFieldsThatExist(String name) throws Exception {
    assertThat(KubernetesFields.errorsOf(manifest(name))).isEmpty();
  }

  @Test
  void whatIsWrongInAManifestIsFound() throws Exception {
    var wrong =
        """
        apiVersion: v1
        kind: Service
        metadata: {name: [A], labels: {app: 1}}
        spec: {publishNotReadyAddresses: "true", clusterIp: None, ports: [{prt: 1, name: a}]}
        """;
    assertThat(KubernetesFields.errorsOf(parse(wrong)))
        .containsExactlyInAnyOrder(
            ".metadata.name is not of type String",
            ".metadata.labels.app is not of type String",
            ".spec.publishNotReadyAddresses is not of type Boolean",
            ".spec.clusterIp is no field",
            ".spec.ports[0].port is missing",
            ".spec.ports[0].prt is no field");
    var set = (ObjectNode) manifest("statefulset.yaml");
    set.put("apiVersion", "apps/v1beta1");
    ((ObjectNode) set.get("spec")).put("replicas", "3").remove("template");
    assertThat(KubernetesFields.errorsOf(set))
        .containsExactlyInAnyOrder(
            ".apiVersion is not apps/v1",
            ".spec.replicas is not of type Integer",
            ".spec.template is missing");
    assertThat(KubernetesFields.errorsOf(parse("kind: Pod"))).containsExactly("no such kind");
  }

  /** What the fields' types do not say: names of hosts, and variables. */
  @ParameterizedTest
  @MethodSource("objects")
  void namesCanBeNamesOfHosts(String name) throws IOException {
    assertThat(manifest(name).findValues("name"))
        .isNotEmpty()
        .allMatch(each -> each.asString().matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?|[A-Z_]+"));
  }

  @Test
  void allManifestsAreApplied() throws IOException {
    var all = manifest(KUSTOMIZATION);
    assertThat(all.propertyNames()).containsExactlyInAnyOrder("apiVersion", "kind", "resources");
    assertThat(all.get("apiVersion").asString()).isEqualTo("kustomize.config.k8s.io/v1beta1");
    assertThat(all.get("kind").asString()).isEqualTo("Kustomization");
    assertThat(all.get("resources").valueStream().map(JsonNode::asString))
        .containsExactlyInAnyOrderElementsOf(objects().toList());
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
    var service = manifest("service.yaml").get("spec");
    assertThat(service.get("publishNotReadyAddresses").asBoolean()).isTrue();
    assertThat(service.get("clusterIP").asString()).isEqualTo("None");
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

  @Test
  void theGuideBuildsTheImageThatRuns() throws IOException {
    assertThat(Files.readString(Path.of("../docs/deploy.md")))
        .contains(
            "docker build -f deploy/Dockerfile -t %s ."
                .formatted(container().get("image").asString()));
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
