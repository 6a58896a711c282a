package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.locks.Sluice;
import io.sluice.locks.admin.SluiceMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.MutuallyExclusiveConfigurationPropertiesException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.yaml.snakeyaml.Yaml;

/** Each property has its effect, contradictions are refused, and editors know all of them. */
@Timeout(60)
class SluicePropertiesTest {

  /** Boot's own way to turn health and info off. */
  private static final List<String> MANAGEMENT =
      List.of("management.health.sluice.enabled", "management.info.sluice.enabled");

  private static final ApplicationContextRunner APPLICATION =
      SluiceAutoConfigurationTest.APPLICATION;

  /** As ${KEYS:} gives where the variable is not set. */
  @Test
  void anEmptyPropertyIsNotSet() {
    APPLICATION
        .withPropertyValues(
            "sluice.network=tcp",
            "sluice.enabled=",
            "sluice.cluster=",
            "sluice.node-name=",
            "sluice.algorithm=",
            "sluice.jgroups=",
            "sluice.hosts=",
            "sluice.discover=",
            "sluice.expect=",
            "sluice.guest=",
            "sluice.forget-after=",
            "sluice.jmx=",
            "sluice.record=",
            "sluice.security.key-store=",
            "sluice.security.password=")
        .run(
            context ->
                assertThat(context)
                    .getBean(Sluice.class)
                    .extracting(Sluice::cluster)
                    .isEqualTo("shop"));
  }

  @Test
  void hostsElsewhereNeedKeys() {
    APPLICATION
        .withPropertyValues("sluice.network=tcp", "sluice.hosts=127.0.0.1,10.255.0.7")
        .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("key"));
  }

  @Test
  void aKeyStoreNeedsItsPassword() {
    APPLICATION
        .withPropertyValues("sluice.network=tcp", "sluice.security.key-store=keys.p12")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("needs sluice.security.password"));
  }

  @ParameterizedTest
  @CsvSource({
    "sluice.discover=localhost, it needs sluice.expect",
    "sluice.discover=localhost sluice.expect=0, 'sluice.expect with value ''0'' is invalid'",
    "sluice.discover=localhost sluice.expect=many, many",
    "sluice.expect=3, only with sluice.discover",
    "sluice.guest=true, only with sluice.discover",
    "sluice.guest=true sluice.hosts=127.0.0.1, only with sluice.discover",
    "sluice.forget-after=-1s, positive time",
  })
  void whatCannotBeIsRefused(String properties, String why) {
    APPLICATION
        .withPropertyValues("sluice.network=tcp")
        .withPropertyValues(properties.split(" ", -1))
        .run(context -> assertThat(context).getFailure().hasStackTraceContaining(why));
  }

  /** Boot's report names both properties. */
  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void hostsAndDiscoverExcludeEachOther(CapturedOutput output) {
    var application = new SpringApplication(SluiceAutoConfiguration.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setBannerMode(Banner.Mode.OFF);
    assertThatThrownBy(
            () ->
                application.run(
                    "--sluice.hosts=127.0.0.1", "--sluice.discover=localhost", "--sluice.expect=2"))
        .hasRootCauseInstanceOf(MutuallyExclusiveConfigurationPropertiesException.class);
    assertThat(output)
        .contains("APPLICATION FAILED TO START", "mutually exclusive")
        .contains("\tsluice.discover", "\tsluice.hosts");
  }

  @Test
  void jmxShowsTheNodeIfItIsToldTo() throws JMException {
    var name = new ObjectName("io.sluice:type=Node,cluster=\"seen\",node=\"seen-1\"");
    var server = ManagementFactory.getPlatformMBeanServer();
    var named = APPLICATION.withPropertyValues("sluice.cluster=seen", "sluice.node-name=seen-1");
    named.run(_ -> assertThat(server.isRegistered(name)).isFalse());
    named
        .withPropertyValues("sluice.jmx=true")
        .run(
            context -> {
              SluiceMXBean node = JMX.newMXBeanProxy(server, name, SluiceMXBean.class);
              assertThat(node.getMembers()).containsExactly("seen-1");
              try (var _ = context.getBean(Sluice.class).lock("x").acquire()) {
                assertThat(node.who("x")).singleElement().asString().contains("seen-1");
              }
            });
    assertThat(server.isRegistered(name)).isFalse();
  }

  @Test
  void stepsAreRecordedIntoAFile(@TempDir Path directory) {
    Path file = directory.resolve("shop.recording");
    APPLICATION
        .withPropertyValues("sluice.record=" + file)
        .run(context -> context.getBean(Sluice.class).lock("x").acquire().close());
    assertThat(file).content().contains("shop");
  }

  /** Without it 30 seconds pass. */
  @Test
  void idleNamesAreForgottenAfterThatTime() {
    APPLICATION
        .withPropertyValues("sluice.forget-after=100ms")
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context -> {
              context.getBean(Sluice.class).lock("x").acquire().close();
              var known = context.getBean(MeterRegistry.class).get("sluice.locks").gauge();
              await().atMost(Duration.ofSeconds(20)).until(() -> known.value() == 0);
            });
  }

  /** What editors complete. JSON is YAML. */
  private static List<Map<String, Object>> described() throws IOException {
    try (var file =
        SluiceProperties.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      Map<String, List<Map<String, Object>>> all = new Yaml().load(file);
      return Objects.requireNonNull(all.get("properties"));
    }
  }

  @Test
  void everyPropertyIsDescribed() throws IOException {
    assertThat(described())
        .allSatisfy(each -> assertThat((String) each.get("description")).endsWith("."))
        .extracting(each -> (String) each.get("name"))
        .containsExactlyElementsOf(
            Stream.concat(names("sluice.", SluiceProperties.class), MANAGEMENT.stream()).toList());
  }

  private static Stream<String> names(String prefix, Class<?> record) {
    return Arrays.stream(record.getRecordComponents())
        .flatMap(
            each ->
                each.getType().isRecord()
                    ? names(prefix + kebab(each) + ".", each.getType())
                    : Stream.of(prefix + kebab(each)));
  }

  private static String kebab(RecordComponent component) {
    return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  @Test
  void defaultsAreWhatIsDescribed() throws IOException {
    var defaults =
        Map.of(
            "sluice.enabled", "true",
            "sluice.network", "tcp",
            "sluice.guest", "false",
            "sluice.lease", "5s",
            "sluice.jmx", "false");
    assertThat(described())
        .filteredOn(each -> !MANAGEMENT.contains((String) each.get("name")))
        .filteredOn(each -> each.containsKey("defaultValue"))
        .hasSize(defaults.size())
        .allSatisfy(
            each ->
                assertThat(each.get("defaultValue"))
                    .hasToString(defaults.get((String) each.get("name"))));
    new ApplicationContextRunner()
        .withUserConfiguration(PropertiesOnly.class)
        .run(
            context -> {
              var bound = context.getBean(SluiceProperties.class);
              assertThat(bound.enabled()).isTrue();
              assertThat(bound.network()).isEqualTo(SluiceProperties.NetworkKind.TCP);
              assertThat(bound.lease()).hasSeconds(5);
              assertThat(bound.hosts()).isEmpty();
              assertThat(bound.guest()).isFalse();
              assertThat(bound.jmx()).isFalse();
            });
  }

  @EnableConfigurationProperties(SluiceProperties.class)
  static class PropertiesOnly {}
}
