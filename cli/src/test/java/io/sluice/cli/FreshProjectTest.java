package io.sluice.cli;

import static io.sluice.cli.Builds.copyOfSources;
import static io.sluice.cli.Builds.maven;
import static io.sluice.cli.Builds.read;
import static io.sluice.cli.Builds.run;
import static io.sluice.cli.Builds.scratchRepository;
import static io.sluice.cli.Builds.version;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is installed is all that a user's project needs. */
@Tag("long")
class FreshProjectTest {

  @TempDir private static Path shared;

  @TempDir private Path project;

  private static String local;

  @BeforeAll
  static void install() throws IOException, InterruptedException {
    local = "-Dmaven.repo.local=" + scratchRepository(shared.resolve("repository"));
    maven(
        copyOfSources(shared.resolve("sources")),
        local,
        "-Prelease",
        "-Dmaven.test.skip=true",
        "-Dmaven.javadoc.skip=true",
        "-pl",
        "bom,shedlock,spring-boot-starter",
        "-am",
        "install");
  }

  /** Builds a project of these dependencies and one class, and returns what that says. */
  private String said(String dependencies, String main, String source)
      throws IOException, InterruptedException {
    Files.writeString(
        project.resolve("pom.xml"),
        POM.replace("DEPENDENCIES", dependencies).replace("VERSION", version()));
    Path file = project.resolve("src/main/java", main.replace('.', '/') + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, source);
    maven(
        project,
        local,
        "-Dmaven.compiler.release=25",
        "-Dmaven.compiler.parameters=true",
        "-Dmdep.outputFile=class-path",
        "org.apache.maven.plugins:maven-compiler-plugin:3.16.0:compile",
        "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath");
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classPath = "target/classes" + File.pathSeparator + read(project.resolve("class-path"));
    return run(project, Map.of(), List.of(java, "-cp", classPath, main));
  }

  @Test
  void aProjectWithThreeLinesWorks() throws Exception {
    assertThat(said(LOCKS, "Main", MAIN)).contains("held with a fence");
  }

  @Test
  void aSpringBootProjectWithTheBomWorks() throws Exception {
    assertThat(said(WITH_THE_BOM, "org.example.Application", APPLICATION))
        .contains("invoice 42 held with a fence", "ran the job");
  }

  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>org.example</groupId>
        <artifactId>fresh</artifactId>
        <version>1</version>
      DEPENDENCIES</project>
      """;

  private static final String LOCKS =
      """
        <dependencies>
          <dependency>
            <groupId>io.sluice</groupId>
            <artifactId>sluice-locks</artifactId>
            <version>VERSION</version>
          </dependency>
        </dependencies>
      """;

  private static final String WITH_THE_BOM =
      """
        <dependencyManagement>
          <dependencies>
            <dependency>
              <groupId>io.sluice</groupId>
              <artifactId>sluice-bom</artifactId>
              <version>VERSION</version>
              <type>pom</type>
              <scope>import</scope>
            </dependency>
          </dependencies>
        </dependencyManagement>
        <dependencies>
          <dependency>
            <groupId>io.sluice</groupId>
            <artifactId>sluice-spring-boot-starter</artifactId>
          </dependency>
          <dependency>
            <groupId>io.sluice</groupId>
            <artifactId>sluice-shedlock</artifactId>
          </dependency>
        </dependencies>
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

  private static final String APPLICATION =
      """
      package org.example;

      import io.sluice.locks.Sluice;
      import io.sluice.shedlock.SluiceLockProvider;
      import io.sluice.spring.CurrentLease;
      import io.sluice.spring.SluiceLock;
      import java.time.Duration;
      import java.time.Instant;
      import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
      import net.javacrumbs.shedlock.core.LockConfiguration;
      import net.javacrumbs.shedlock.core.LockProvider;
      import org.springframework.boot.SpringApplication;
      import org.springframework.boot.autoconfigure.SpringBootApplication;
      import org.springframework.context.annotation.Bean;

      @SpringBootApplication
      public class Application {

        @Bean
        LockProvider lockProvider(Sluice sluice) {
          return new SluiceLockProvider(sluice);
        }

        @SluiceLock("invoice-#{#id}")
        public void send(long id) {
          System.out.println("invoice " + id + " held with a fence " + CurrentLease.fence());
        }

        public static void main(String[] args) {
          try (var context = SpringApplication.run(Application.class, args)) {
            context.getBean(Application.class).send(42);
            Runnable job = () -> System.out.println("ran the job");
            new DefaultLockingTaskExecutor(context.getBean(LockProvider.class))
                .executeWithLock(
                    job,
                    new LockConfiguration(
                        Instant.now(), "job", Duration.ofMinutes(1), Duration.ZERO));
          }
        }
      }
      """;
}
