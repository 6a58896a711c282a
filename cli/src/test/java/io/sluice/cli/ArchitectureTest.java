package io.sluice.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import io.sluice.lab.canary.LabCanary;
import io.sluice.protocol.canary.Canaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrows between the modules go one way, and a protocol is a pure function. */
class ArchitectureTest {

  private static final String ROOT = "io.sluice";

  /**
   * Each module's package below {@code io.sluice}, and the modules it may use. A new module is
   * added here.
   */
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("protocol", Set.of()),
          Map.entry("lab", Set.of("protocol")),
          Map.entry("cluster", Set.of("protocol")),
          Map.entry("locks", Set.of("protocol", "cluster")),
          Map.entry("kafka", Set.of("cluster")),
          Map.entry("streams", Set.of("protocol")),
          Map.entry("streams.kafka", Set.of("protocol", "cluster", "locks", "kafka", "streams")),
          Map.entry("broker", Set.of()),
          Map.entry("lab.live", Set.of("protocol", "lab", "cluster", "kafka", "streams", "broker")),
          Map.entry("page", Set.of("protocol", "lab", "cluster", "locks", "streams")),
          Map.entry(
              "cli",
              Set.of(
                  "protocol",
                  "lab",
                  "lab.live",
                  "cluster",
                  "locks",
                  "kafka",
                  "streams",
                  "streams.kafka",
                  "broker",
                  "page")));

  /**
   * Modules for other frameworks, each alone: not on the class path of the command. They use what
   * applications use. A new one is added here.
   */
  private static final Set<String> INTEGRATIONS = Set.of("shedlock", "spring-boot-starter");

  private static final Set<String> OF_LOCKS =
      Set.of(
          "io.sluice.locks",
          "io.sluice.locks.leader",
          "io.sluice.cluster",
          "io.sluice.cluster.local",
          "io.sluice.cluster.tcp");

  /** The package of an imported type, which may be nested. */
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?(io\\.sluice(?:\\.[a-z]+)*)\\.[A-Z]");

  private static final Set<String> JAVA_BASE = Object.class.getModule().getPackages();

  /** Inputs and outputs, threads and chance: with all packages below. */
  private static final List<String> IMPURE_PACKAGES =
      List.of(
          "java.io",
          "java.lang.foreign",
          "java.lang.ref",
          "java.net",
          "java.nio",
          "java.security",
          "java.util.concurrent",
          "java.util.random");

  private static final Set<String> IMPURE_CLASSES =
      Set.of(
          "java.lang.InheritableThreadLocal",
          "java.lang.Process",
          "java.lang.ProcessBuilder",
          "java.lang.ProcessHandle",
          "java.lang.Runtime",
          "java.lang.ScopedValue",
          "java.lang.Thread",
          "java.lang.ThreadGroup",
          "java.lang.ThreadLocal",
          "java.time.Clock",
          "java.time.Instant",
          "java.time.InstantSource",
          "java.util.Date",
          "java.util.Random",
          "java.util.Scanner",
          "java.util.SplittableRandom",
          "java.util.Timer",
          "java.util.TimerTask");

  /** Of classes that are otherwise fine. */
  private static final Set<String> IMPURE_METHODS =
      Set.of(
          "java.lang.Math.random",
          "java.lang.StrictMath.random",
          "java.util.Collection.parallelStream",
          "java.util.Collections.shuffle",
          "java.util.UUID.randomUUID");

  private static final Set<String> PURE_SYSTEM_METHODS = Set.of("arraycopy", "lineSeparator");

  private static final JavaClasses SLUICE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  private static final ArchRule PURITY =
      CompositeArchRule.of(
              classes()
                  .that()
                  .resideInAPackage(ROOT + ".protocol..")
                  .should()
                  .onlyDependOnClassesThat(
                      describe("are pure classes of java.base", ArchitectureTest::isPure)))
          .and(
              noClasses()
                  .that()
                  .resideInAPackage(ROOT + ".protocol..")
                  .should()
                  .accessTargetWhere(
                      describe("it is a clock, chance or the system", ArchitectureTest::isImpure)))
          .and(
              fields()
                  .that()
                  .areDeclaredInClassesThat()
                  .resideInAPackage(ROOT + ".protocol..")
                  .and()
                  .areStatic()
                  .should()
                  .beFinal()
                  .allowEmptyShould(true))
          .and(
              methods()
                  .that()
                  .areDeclaredInClassesThat()
                  .resideInAPackage(ROOT + ".protocol..")
                  .should()
                  .notHaveModifier(JavaModifier.SYNCHRONIZED)
                  .allowEmptyShould(true));

  private static boolean isPure(JavaClass dependency) {
    JavaClass type = dependency.getBaseComponentType();
    String inPackage = type.getPackageName();
    if (type.isPrimitive() || isIn(inPackage, ROOT + ".protocol")) {
      return true;
    }
    return JAVA_BASE.contains(inPackage)
        && IMPURE_PACKAGES.stream().noneMatch(impure -> isIn(inPackage, impure))
        && IMPURE_CLASSES.stream()
            .noneMatch(
                impure -> type.getName().equals(impure) || type.getName().startsWith(impure + "$"));
  }

  private static boolean isImpure(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getTarget().getName();
    return IMPURE_METHODS.contains(owner + "." + name)
        || (owner.equals("java.lang.System") && !PURE_SYSTEM_METHODS.contains(name))
        || (owner.startsWith("java.time.") && name.equals("now"));
  }

  private static boolean isIn(String inPackage, String root) {
    return inPackage.equals(root) || inPackage.startsWith(root + ".");
  }

  private static ArchRule arrowsOf(String module) {
    DescribedPredicate<JavaClass> forbidden =
        describe(
            "belong to a module that " + module + " may not use",
            type -> {
              String used = moduleOf(type);
              return !used.isEmpty()
                  && !used.equals(module)
                  && !MAY_USE.getOrDefault(module, Set.of()).contains(used);
            });
    return noClasses()
        .that(describe("belong to " + module, type -> moduleOf(type).equals(module)))
        .should()
        .dependOnClassesThat(forbidden);
  }

  /**
   * The module that a class belongs to: the longest package in {@link #MAY_USE} that holds it, the
   * first part of its package if there is none, or "" if the class is not ours.
   */
  private static String moduleOf(JavaClass type) {
    String inPackage = type.getBaseComponentType().getPackageName();
    if (!inPackage.startsWith(ROOT + ".")) {
      return "";
    }
    String below = inPackage.substring(ROOT.length() + 1);
    return MAY_USE.keySet().stream()
        .filter(module -> isIn(below, module))
        .max(Comparator.comparingInt(String::length))
        .orElseGet(() -> below.split("\\.", 2)[0]);
  }

  static Set<String> modules() {
    return new TreeSet<>(MAY_USE.keySet());
  }

  @Test
  void everyModuleIsKnown() {
    assertThat(SLUICE.stream().map(ArchitectureTest::moduleOf).distinct())
        .containsExactlyInAnyOrderElementsOf(MAY_USE.keySet());
  }

  @ParameterizedTest
  @MethodSource("modules")
  void arrowsGoOneWay(String module) {
    arrowsOf(module).check(SLUICE);
  }

  static Set<String> integrations() {
    return INTEGRATIONS;
  }

  @ParameterizedTest
  @MethodSource("integrations")
  void anIntegrationUsesTheApiOfLocksOnly(String module) throws IOException {
    try (var files = Files.walk(Path.of("..", module, "src/main/java"))) {
      var sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      var own = inPackages(sources, Pattern.compile("(?m)^package ([\\w.]+);"));
      assertThat(inPackages(sources, IMPORT))
          .isNotEmpty()
          .allSatisfy(used -> assertThat(own.contains(used) || OF_LOCKS.contains(used)).isTrue());
    }
  }

  private static Set<String> inPackages(List<Path> sources, Pattern pattern) throws IOException {
    var found = new TreeSet<String>();
    for (Path source : sources) {
      pattern.matcher(Files.readString(source)).results().forEach(each -> found.add(each.group(1)));
    }
    return found;
  }

  @Test
  void everyModuleWithSourcesIsKnown() throws IOException {
    try (var directories = Files.list(Path.of(".."))) {
      assertThat(
              directories
                  .filter(each -> Files.isDirectory(each.resolve("src/main/java")))
                  .map(each -> each.getFileName().toString().replace('-', '.')))
          .filteredOn(module -> !module.equals("bench"))
          .isSubsetOf(
              Stream.concat(MAY_USE.keySet().stream(), INTEGRATIONS.stream())
                  .map(module -> module.replace('-', '.'))
                  .toList());
    }
  }

  @Test
  void protocolsArePure() {
    PURITY.check(SLUICE);
  }

  /** The rules must fail on these, or they prove nothing. */
  static Stream<Class<?>> impureCanaries() {
    return Arrays.stream(Canaries.class.getDeclaredClasses())
        .filter(type -> type != Canaries.Pure.class);
  }

  @ParameterizedTest
  @MethodSource("impureCanaries")
  void impureCanaryIsCaught(Class<?> canary) {
    assertThat(PURITY.evaluate(new ClassFileImporter().importClasses(canary)).hasViolation())
        .isTrue();
  }

  @Test
  void pureCanaryPasses() {
    PURITY.check(
        new ClassFileImporter()
            .importClasses(
                Canaries.Pure.class, Canaries.Pure.Left.class, Canaries.Pure.Right.class));
  }

  @Test
  void arrowCanariesAreCaught() {
    var importer = new ClassFileImporter();
    assertThat(arrowsOf("lab").evaluate(importer.importClasses(LabCanary.class)).hasViolation())
        .isTrue();
    assertThat(
            arrowsOf("protocol")
                .evaluate(importer.importClasses(Canaries.UsesTheLab.class))
                .hasViolation())
        .isTrue();
  }
}
