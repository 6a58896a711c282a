package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is published is complete, the same from every build, and all that a user's project needs.
 */
class PublishingTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Programs and tools of ours: no application depends on them. */
  private static final Set<String> NOT_IN_THE_BOM =
      Set.of("bom", "broker", "lab-live", "page", "cli", "bench");

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<String> modules() {
    return MODULE.matcher(read(ROOT.resolve("pom.xml"))).results().map(found -> found.group(1));
  }

  /** Modules that are deployed. */
  private static List<String> published() {
    return modules()
        .filter(module -> !read(ROOT.resolve(module, "pom.xml")).contains("<maven.deploy.skip>"))
        .toList();
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

  /** Copies the sources, so that a build sees another directory and other times of files. */
  private static Path copyOfSources(Path to) throws IOException {
    var leftOut = Set.of("target", ".git", "node_modules");
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path from, BasicFileAttributes attributes)
              throws IOException {
            if (leftOut.contains(String.valueOf(from.getFileName()))) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(ROOT.relativize(from)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path from, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(
                from, to.resolve(ROOT.relativize(from)), StandardCopyOption.REPLACE_EXISTING);
            return FileVisitResult.CONTINUE;
          }
        });
    return to;
  }

  private static void maven(Path directory, String... args)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-q"));
    command.addAll(List.of(args));
    run(directory, command);
  }

  private static String run(Path directory, List<String> command)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    var process = builder.start();
    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
      var said = String.join("\n", out.readAllLines());
      assertThat(process.waitFor()).as("%s in %s\n%s", command, directory, said).isZero();
      return said;
    }
  }

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
      maven(copy, "-Prelease", "-Dmaven.test.skip=true", "-pl", modules, "-am", "package");
      built.add(products(copy));
    }
    assertThat(built.getLast()).isEqualTo(built.getFirst());
    assertThat(published()).hasSizeGreaterThan(10);
    for (String module : published()) {
      assertAcceptable(directory.resolve("one"), module, built.getFirst().keySet());
    }
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

  /** The user's repository, with the files of the one that this build uses, by links. */
  private static Path scratchRepository(Path to) throws IOException {
    Path from =
        Path.of(
            System.getProperty(
                "localRepository", System.getProperty("user.home") + "/.m2/repository"));
    try (var files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else if (!from.relativize(file).startsWith("io/sluice")) {
          Files.copy(file, target);
        }
      }
    }
    return to;
  }

  @Test
  @Tag("long")
  void aFreshProjectWithThreeLinesWorks(@TempDir Path directory) throws Exception {
    Path repository = scratchRepository(directory.resolve("repository"));
    String local = "-Dmaven.repo.local=" + repository;
    Path sources = copyOfSources(directory.resolve("sources"));
    maven(sources, local, "-Prelease", "-Dmaven.test.skip=true", "-pl", "locks", "-am", "install");
    Path project = Files.createDirectories(directory.resolve("project/src/main/java"));
    Files.writeString(project.resolve("Main.java"), MAIN);
    Path root = directory.resolve("project");
    Files.writeString(root.resolve("pom.xml"), POM.replace("VERSION", version()));
    maven(
        root,
        local,
        "-Dmaven.compiler.release=25",
        "-Dmdep.outputFile=class-path",
        "org.apache.maven.plugins:maven-compiler-plugin:3.16.0:compile",
        "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath");
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classPath = "target/classes" + File.pathSeparator + read(root.resolve("class-path"));
    assertThat(run(root, List.of(java, "-cp", classPath, "Main"))).contains("held with a fence");
  }

  private static String version() {
    return read(ROOT.resolve("pom.xml"))
        .replaceAll("(?s).*?<artifactId>sluice-parent</artifactId>\\s*<version>([^<]+).*", "$1");
  }

  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>org.example</groupId>
        <artifactId>fresh</artifactId>
        <version>1</version>
        <dependencies>
          <dependency>
            <groupId>io.sluice</groupId>
            <artifactId>sluice-locks</artifactId>
            <version>VERSION</version>
          </dependency>
        </dependencies>
      </project>
      """;

  private static final String MAIN =
      """
      import io.sluice.locks.Sluice;
      import java.time.Duration;

      public class Main {
        public static void main(String[] args) throws Exception {
          try (var sluice = Sluice.join("fresh")) {
            sluice
                .lock("x")
                .run(
                    Duration.ofSeconds(2),
                    lease -> System.out.println("held with a fence " + lease.fence()));
          }
        }
      }
      """;
}
