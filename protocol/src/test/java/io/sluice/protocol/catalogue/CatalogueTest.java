package io.sluice.protocol.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.TokenQueue;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogueTest {

  @Test
  void namesAreDistinctAndLeadToTheirAlgorithm() {
    assertThat(Catalogue.builtIn().all()).map(Algorithm::name).doesNotHaveDuplicates();
    for (Algorithm<?, ?> algorithm : Catalogue.builtIn().all()) {
      assertThat(Catalogue.builtIn().find(algorithm.name())).containsSame(algorithm);
      assertThat(algorithm.source()).isNotBlank();
      assertThat(algorithm.cost()).isNotBlank();
    }
    assertThat(Catalogue.builtIn().find("forks ")).isEmpty();
  }

  @Test
  void everyOneCanStart() {
    for (Algorithm<?, ?> algorithm : Catalogue.builtIn().all()) {
      var family = algorithm.family();
      for (Layout layout : List.of(family.toSearch(), family.toSimulate())) {
        assertThat(algorithm.process(0, layout).initial()).isNotNull();
      }
    }
  }

  /** A protocol that is not listed would compile, and no user would ever see it. */
  @Test
  void everyAlgorithmThatAClassDeclaresIsListed() throws Exception {
    var listed = Catalogue.builtIn().all();
    var declared = 0;
    for (Class<?> type : classesOfProtocols()) {
      for (var field : type.getDeclaredFields()) {
        if (field.getType() == Algorithm.class
            && Modifier.isStatic(field.getModifiers())
            && Modifier.isPublic(field.getModifiers())) {
          declared++;
          assertThat(listed)
              .withFailMessage(
                  "%s.%s is not in the catalogue: add it to ALGORITHMS in BuiltInProtocols",
                  type.getName(), field.getName())
              .contains((Algorithm<?, ?>) field.get(null));
        }
      }
    }
    assertThat(declared).isEqualTo(listed.size());
  }

  private static List<Class<?>> classesOfProtocols() throws Exception {
    var root = Path.of(Algorithm.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    var types = new ArrayList<Class<?>>();
    try (var files = Files.walk(root)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        String name = root.relativize(file).toString().replace(File.separatorChar, '.');
        if (!name.endsWith("package-info.class")) {
          types.add(Class.forName(name.substring(0, name.length() - ".class".length())));
        }
      }
    }
    return types;
  }

  @Test
  void everyFamilyHasAProtocol() {
    for (Family family : Family.values()) {
      assertThat(Catalogue.builtIn().all())
          .withFailMessage("family %s has no protocol: declare one, or drop the family", family)
          .anyMatch(algorithm -> algorithm.family() == family);
      assertThat(family.title()).isNotBlank();
    }
  }

  private static Algorithm<?, ?> named(String name) {
    return Algorithm.of(name, Family.EXCLUSIVE, TokenQueue.ALGORITHM::process).build();
  }

  @Test
  void aProtocolThatIsAddedIsFoundAfterTheOthers() {
    var own = named("my-lock");
    var larger = Catalogue.builtIn().with(own);
    assertThat(larger.find("my-lock")).containsSame(own);
    assertThat(larger.all()).endsWith(own).hasSize(Catalogue.builtIn().all().size() + 1);
    assertThat(larger.with(own)).isSameAs(larger);
    assertThat(Catalogue.builtIn().find("my-lock")).isEmpty();
  }

  @Test
  void twoProtocolsOfOneNameAreRefusedAndBothAreNamed() {
    assertThatThrownBy(() -> Catalogue.builtIn().with(named("token-queue")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "two protocols are named 'token-queue': one of"
                + " io.sluice.protocol.exclusive.TokenQueue, one of %s; give one of them another name",
            CatalogueTest.class.getName());
    assertThatThrownBy(() -> Catalogue.builtIn().with(named("rooms:admitting=3")))
        .hasMessageContaining("two protocols are named 'rooms:admitting=3'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "my lock", "my:lock", "-lock", "l\u00f6ck"})
  void aNameThatNoOptionOrFrameCouldCarryIsRefused(String name) {
    assertThatThrownBy(() -> Catalogue.builtIn().with(named(name)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be named '%s'", name);
  }

  /** Brings a protocol, and a form of names that sets it up. */
  public static final class Provider implements ProtocolProvider {
    @Override
    public List<Algorithm<?, ?>> algorithms() {
      return List.of(named("provided"));
    }

    @Override
    public List<Configured> configured() {
      return List.of(
          new Configured(
              "provided:fast",
              "faster",
              name -> name.equals("provided:fast") ? Optional.of(named(name)) : Optional.empty()));
    }
  }

  @Test
  void protocolsOfAProviderAreFoundThroughTheClassLoader(@TempDir Path directory) throws Exception {
    assertThat(Catalogue.installed().all()).isEqualTo(Catalogue.builtIn().all());
    try (var loader = providing(directory, Provider.class.getName())) {
      var catalogue = Catalogue.installed(loader);
      assertThat(catalogue.find("provided")).isPresent();
      assertThat(catalogue.find("provided:fast")).isPresent();
      assertThat(catalogue.configured()).hasSize(Catalogue.builtIn().configured().size() + 1);
    }
  }

  @Test
  void aProviderThatCannotBeLoadedIsNamed(@TempDir Path directory) throws Exception {
    try (var loader = providing(directory, "org.example.Missing")) {
      assertThatThrownBy(() -> Catalogue.installed(loader))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("org.example.Missing");
    }
  }

  private static URLClassLoader providing(Path directory, String provider) throws IOException {
    var services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(services.resolve(ProtocolProvider.class.getName()), provider + "\n");
    return new URLClassLoader(
        new URL[] {directory.toUri().toURL()}, Provider.class.getClassLoader());
  }
}
