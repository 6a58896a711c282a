package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.locks.Sluice;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.MapAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.yaml.snakeyaml.Yaml;

/** What the actuator's endpoints of an application say over HTTP. */
@Timeout(60)
class EndpointsTest {

  /** An application with nothing of its own. */
  @SpringBootConfiguration
  @EnableAutoConfiguration
  static class Application {}

  private ConfigurableApplicationContext application;

  @BeforeEach
  void start() {
    application =
        new SpringApplicationBuilder(Application.class)
            .web(WebApplicationType.SERVLET)
            .bannerMode(Banner.Mode.OFF)
            .run(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--management.endpoints.web.exposure.include=health,info,metrics",
                "--management.endpoint.health.show-details=always",
                "--management.endpoint.health.group.readiness.include=readinessState,sluice",
                "--sluice.network=jvm",
                "--sluice.cluster=served",
                "--sluice.node-name=served-1");
  }

  @AfterEach
  void end() {
    application.close();
  }

  /** The answer's object, of which the status must be this one. JSON is YAML. */
  private MapAssert<String, Object> at(String endpoint, int status)
      throws IOException, InterruptedException {
    String port =
        Objects.requireNonNull(application.getEnvironment().getProperty("local.server.port"));
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(
                  URI.create("http://127.0.0.1:%s/actuator/%s".formatted(port, endpoint)))
              .build();
      var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
      return assertThat(new Yaml().<Map<String, Object>>load(answer.body()));
    }
  }

  private static MapAssert<String, Object> within(MapAssert<String, Object> object, String key) {
    return object.extractingByKey(key, InstanceOfAssertFactories.map(String.class, Object.class));
  }

  @Test
  void healthIsUpWhileTheNodeIsAMember() throws Exception {
    var up = within(within(at("health", 200), "components"), "sluice");
    up.containsEntry("status", "UP");
    within(up, "details").containsEntry("cluster", "served").containsEntry("members", 1);
    at("health/readiness", 200).containsEntry("status", "UP");
    application.getBean(Sluice.class).close();
    var out = within(within(at("health", 503), "components"), "sluice");
    out.containsEntry("status", "OUT_OF_SERVICE");
    within(out, "details").containsEntry("members", 0).containsKey("reason");
    at("health/readiness", 503).containsEntry("status", "OUT_OF_SERVICE");
    at("health/liveness", 200).containsEntry("status", "UP");
  }

  @Test
  void infoShowsTheMembers() throws Exception {
    within(at("info", 200), "sluice")
        .containsEntry("cluster", "served")
        .containsEntry("members", List.of("served-1"));
  }

  @Test
  void metricsHaveTheMetersOfLocks() throws Exception {
    application.getBean(Sluice.class).lock("x").acquire().close();
    at("metrics/sluice.lock.acquisitions?tag=lock:x", 200)
        .extractingByKey("measurements", InstanceOfAssertFactories.list(Map.class))
        .containsExactly(Map.of("statistic", "COUNT", "value", 1.0));
  }
}
