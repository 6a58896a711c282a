package io.sluice.cli;

import static io.sluice.cli.Builds.ROOT;
import static io.sluice.cli.Builds.copyOfSources;
import static io.sluice.cli.Builds.maven;
import static io.sluice.cli.Builds.published;
import static io.sluice.cli.Builds.read;
import static io.sluice.cli.Builds.version;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is published is complete, and the same from every build. */
class PublishingTest {

  /** Programs and tools of ours: no application depends on them. */
  private static final Set<String> NOT_IN_THE_BOM =
      Set.of("bom", "broker", "lab-live", "page", "cli", "bench");

  static Stream<String> modules() {
    return Builds.modules();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aModuleIsDescribed(String module) {
    assertThat(read(ROOT.resolve(module).resolve("pom.xml")))
        .contains("<name>")
        .contains("<description>");
  }

  @Test
  void everyModuleForApplicationsIsInTheBom() {
    String bom = read(ROOT.resolve("bom/pom.xml"));
    assertThat(modules())
        .filteredOn(module -> !module.startsWith("examples/"))
        .filteredOn(module -> !NOT_IN_THE_BOM.contains(module))
        .hasSizeGreaterThan(8)
        .allSatisfy(
            module ->
                assertThat(bom)
                    .as("bom/pom.xml lists sluice-%s", module)
                    .contains("<artifactId>sluice-" + module + "</artifactId>"));
  }

  @Test
  void thePomSaysWhatACentralRepositoryAsksFor() {
    assertThat(read(ROOT.resolve("pom.xml")))
        .contains("<url>", "<licenses>", "<developers>", "<scm ", "<connection>")
        .contains("<project.build.outputTimestamp>")
        // Else Maven appends the module's name, and the pom names a place that does not exist.
        .contains("child.project.url.inherit.append.path=\"false\"");
  }

  /** Where the project is, is said when it is released, and in one place. */
  @Test
  void thePomNamesNoHostBeforeARelease() {
    String pom = read(ROOT.resolve("pom.xml"));
    String described = pom.substring(0, pom.indexOf("<modules>"));
    assertThat(pom).contains("<sluice.url>https://sluice.invalid</sluice.url>");
    assertThat(Pattern.compile("https?://[^<\\s\"]+").matcher(described).results())
        .extracting(MatchResult::group)
        .allMatch(url -> url.contains("apache.org") || url.contains("w3.org"));
    assertThat(described).contains("<url>${sluice.url}</url>", "scm:git:${sluice.url}");
  }

  /** Where Maven writes what runs with a module, a line for each artifact. */
  private static final String RUNTIME = "target/runtime.txt";

  /** Group, name and, behind type and perhaps classifier, version. */
  private static final Pattern ARTIFACT =
      Pattern.compile("(?m)^\\s+([\\w.-]+):([\\w.-]+):jar:(?:[\\w.-]+:)?([\\w.-]+)");

  private static final String PRODUCT = ".*/target/[^/]+\\.(jar|json|xml)";

  /** Jars, poms and lists of contents by their places, each with a digest. */
  private static Map<String, String> products(Path root)
      throws IOException, NoSuchAlgorithmException {
    var digests = new TreeMap<String, String>();
    try (var files = Files.walk(root)) {
      for (Path file : files.filter(each -> each.toString().matches(PRODUCT)).toList()) {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        digests.put(root.relativize(file).toString(), HexFormat.of().formatHex(digest));
      }
    }
    return digests;
  }

  @Test
  @Tag("long")
  void twoBuildsGiveTheSameBytes(@TempDir Path directory) throws Exception {
    var modules = String.join(",", published());
    var built = new ArrayList<Map<String, String>>();
    for (String name : List.of("one", "another")) {
      Path copy = copyOfSources(directory.resolve(name));
      maven(
          copy,
          "-Prelease",
          "-Dmaven.test.skip=true",
          "-DincludeScope=runtime",
          "-Dmdep.outputScope=false",
          "-DoutputFile=" + RUNTIME,
          "-pl",
          modules,
          "-am",
          "package",
          "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:list");
      built.add(products(copy));
    }
    assertThat(built.getLast()).isEqualTo(built.getFirst());
    assertThat(published()).hasSizeGreaterThan(10);
    for (String module : published()) {
      assertAcceptable(directory.resolve("one"), module, built.getFirst().keySet());
      assertListsWhatRunsWithIt(directory.resolve("one"), module);
    }
    assertThat(runsWith(directory.resolve("one"), "locks"))
        .contains("io.sluice:sluice-cluster:" + version())
        .anyMatch(artifact -> artifact.startsWith("org.jgroups:jgroups:"));
  }

  /** The list of contents has all that Maven puts on the class path with the module. */
  private static void assertListsWhatRunsWithIt(Path root, String module) {
    var list = JsonMapper.shared().readTree(read(root.resolve(module, "target", "bom.json")));
    assertThat(list.at("/bomFormat").stringValue()).isEqualTo("CycloneDX");
    assertThat(list.at("/specVersion").stringValue()).matches("1\\.\\d+");
    assertThat(name(list.at("/metadata/component")))
        .isEqualTo("io.sluice:sluice-%s:%s".formatted(module, version()));
    var listed = list.at("/components").valueStream().map(PublishingTest::name).toList();
    assertThat(listed).as("what is in %s", module).containsAll(runsWith(root, module));
    assertThat(listed).noneMatch(component -> component.startsWith("org.junit"));
  }

  private static List<String> runsWith(Path root, String module) {
    return ARTIFACT
        .matcher(read(root.resolve(module, RUNTIME)))
        .results()
        .map(found -> "%s:%s:%s".formatted(found.group(1), found.group(2), found.group(3)))
        .toList();
  }

  private static String name(JsonNode component) {
    return Stream.of("group", "name", "version")
        .map(part -> component.path(part).asString())
        .collect(Collectors.joining(":"));
  }

  /** As Maven Central's validation asks for. */
  private static void assertAcceptable(Path root, String module, Set<String> built) {
    assertThat(read(root.resolve(module, "target", ".flattened-pom.xml")))
        .as("the pom of %s", module)
        .contains("<name>", "<description>", "<licenses>", "<developers>", "<scm", "<connection>")
        .containsPattern("(?m)^  <url>https://sluice\\.invalid</url>$")
        .doesNotContain("<parent>", "${sluice");
    assertThat(built).contains(module + "/target/bom.json");
    if (!module.equals("bom")) {
      // In target the jars of the commands have no version.
      var jar =
          Pattern.quote(module + "/target/sluice-" + module)
              + "(%s)?".formatted(Pattern.quote("-" + version()));
      assertThat(built)
          .anyMatch(name -> name.matches(jar + "\\.jar"))
          .anyMatch(name -> name.matches(jar + "-sources\\.jar"))
          .anyMatch(name -> name.matches(jar + "-javadoc\\.jar"));
    }
  }
}
