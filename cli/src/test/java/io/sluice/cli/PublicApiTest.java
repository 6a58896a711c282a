package io.sluice.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.sluice.cli.command.lock.LockCommand;
import io.sluice.locks.canary.ApiCanaries;
import io.sluice.streams.PipelineEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which packages are API is a convention: those listed here are, all others of the modules that
 * applications depend on are internal, and their {@code package-info} says so. Internal classes may
 * be public for other packages of Sluice; but nothing that applications call mentions them.
 */
class PublicApiTest {

  private static final Set<String> API =
      Set.of(
          "io.sluice.locks",
          "io.sluice.locks.admin",
          "io.sluice.locks.data",
          "io.sluice.locks.leader",
          "io.sluice.locks.recipe",
          "io.sluice.cluster",
          "io.sluice.cluster.local",
          "io.sluice.cluster.tcp",
          "io.sluice.kafka",
          "io.sluice.streams",
          "io.sluice.streams.kafka");

  /** Whole: protocols are there to be read, named and extended. */
  private static final String PROTOCOLS = "io.sluice.protocol";

  /** Only {@code Sluice.Builder.metrics} mentions it, and it is optional. */
  private static final String METRICS = "io.micrometer.core.instrument";

  private static final List<String> MODULES =
      List.of("locks", "cluster", "kafka", "streams", "streams-kafka");

  private static final JavaClasses SLUICE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.sluice");

  private static final ArchRule SHOWS_ONLY_API =
      classes()
          .that(describe("users can see", PublicApiTest::isVisible))
          .should(new MentionOnlyApi())
          .because("an application must not depend on internals");

  private static final class MentionOnlyApi extends ArchCondition<JavaClass> {

    MentionOnlyApi() {
      super("mention only API packages and the JDK in what users can see of them");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      mentioned(type)
          .map(JavaClass::getBaseComponentType)
          .filter(other -> !isApi(other))
          .distinct()
          .forEach(
              other ->
                  events.add(
                      SimpleConditionEvent.violated(
                          type,
                          "%s shows %s, which is internal: hide the member, or move the type"
                              .formatted(type.getName(), other.getName()))));
    }
  }

  private static boolean isApi(JavaClass type) {
    String name = type.getPackageName();
    return type.isPrimitive()
        || name.startsWith("java")
        || name.equals(METRICS)
        || (name + ".").startsWith(PROTOCOLS + ".")
        || API.contains(name);
  }

  private static boolean isVisible(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(PublicApiTest::isVisible).orElse(true);
  }

  private static Stream<JavaClass> mentioned(JavaClass type) {
    var parents = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
    var members =
        type.getMembers().stream()
            .filter(PublicApiTest::isVisible)
            .flatMap(PublicApiTest::mentioned);
    return Stream.concat(parents, members).flatMap(each -> each.getAllInvolvedRawTypes().stream());
  }

  private static boolean isVisible(JavaMember member) {
    return member.getModifiers().contains(JavaModifier.PUBLIC)
        || member.getModifiers().contains(JavaModifier.PROTECTED);
  }

  private static Stream<JavaType> mentioned(JavaMember member) {
    return switch (member) {
      case JavaField field -> Stream.of(field.getType());
      case JavaCodeUnit unit ->
          Stream.of(
                  Stream.of(unit.getReturnType()),
                  unit.getParameterTypes().stream(),
                  unit.getExceptionTypes().stream(),
                  unit.getTypeParameters().stream())
              .flatMap(types -> types);
      default -> Stream.of();
    };
  }

  /**
   * What applications call. (Transports, also users' own, see frames and their codec; engines see
   * the graph of a pipeline.)
   */
  private static JavaClasses calledByApplications() {
    var packages =
        Set.of(
            "io.sluice.locks",
            "io.sluice.locks.admin",
            "io.sluice.locks.leader",
            "io.sluice.locks.recipe",
            "io.sluice.cluster.local",
            "io.sluice.cluster.tcp",
            "io.sluice.streams");
    return SLUICE.that(
        describe(
            "are called",
            type ->
                packages.contains(type.getPackageName())
                    && !type.isAssignableTo(PipelineEngine.class)));
  }

  @Test
  void theApiShowsNoInternals() {
    SHOWS_ONLY_API.check(calledByApplications());
  }

  static Stream<Class<?>> canaries() {
    return Arrays.stream(ApiCanaries.class.getDeclaredClasses())
        .filter(type -> type != ApiCanaries.Fine.class);
  }

  @ParameterizedTest
  @MethodSource("canaries")
  void aCanaryIsCaught(Class<?> canary) {
    var importer = new ClassFileImporter();
    var both = importer.importClasses(canary, ApiCanaries.class);
    assertThat(SHOWS_ONLY_API.evaluate(both).hasViolation()).isTrue();
  }

  @Test
  void aFineCanaryPasses() {
    SHOWS_ONLY_API.check(
        new ClassFileImporter().importClasses(ApiCanaries.class, ApiCanaries.Fine.class));
  }

  /** So the shell's locks are those of an application: it makes the same calls. */
  @Test
  void theLockCommandUsesTheApiOnly() {
    noClasses()
        .that()
        .haveNameMatching(LockCommand.class.getName().replace(".", "\\.") + ".*")
        .should()
        .dependOnClassesThat(
            describe(
                "are protocols or internals",
                type ->
                    (type.getPackageName() + ".").startsWith(PROTOCOLS + ".")
                        || (type.getPackageName().startsWith("io.sluice.")
                            && !type.getPackageName().startsWith("io.sluice.cli")
                            && !API.contains(type.getPackageName()))))
        .check(SLUICE);
  }

  static Stream<Path> manuals() throws IOException {
    var found = new TreeSet<Path>();
    for (String module : MODULES) {
      try (var files = Files.walk(Path.of("..", module, "src/main/java"))) {
        files.filter(file -> file.endsWith("package-info.java")).forEach(found::add);
      }
    }
    return found.stream();
  }

  @ParameterizedTest
  @MethodSource("manuals")
  void aManualSaysWhetherItsPackageIsInternal(Path manual) {
    String text = read(manual);
    String inPackage = text.replaceAll("(?s).*\\Rpackage ([\\w.]+);.*", "$1");
    assertThat(text.contains("<p>Internal:"))
        .as("%s says '<p>Internal: ...' unless it is in PublicApiTest.API", manual)
        .isNotEqualTo(API.contains(inPackage));
  }

  @Test
  void everyApiPackageHasAManual() throws IOException {
    assertThat(
            manuals().map(manual -> read(manual).replaceAll("(?s).*\\Rpackage ([\\w.]+);.*", "$1")))
        .containsAll(API);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
