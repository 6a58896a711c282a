package io.sluice.spring;

import io.sluice.cluster.Network;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.tcp.Tcp;
import java.nio.file.Path;
import java.util.List;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MutuallyExclusiveConfigurationPropertiesException;

/**
 * The network that the properties describe. Properties that contradict each other are refused with
 * Boot's own exceptions, which Boot explains in the log as the reason why it does not start.
 */
final class Networks {

  private static final String HOSTS = "sluice.hosts";
  private static final String DISCOVER = "sluice.discover";
  private static final String EXPECT = "sluice.expect";
  private static final String GUEST = "sluice.guest";
  private static final String KEY_STORE = "sluice.security.key-store";

  private Networks() {}

  static Network of(SluiceProperties properties) {
    return switch (properties.network()) {
      case JVM -> Local.jvm();
      case TCP -> tcp(properties);
    };
  }

  private static Tcp tcp(SluiceProperties properties) {
    var tcp = properties.discover().isPresent() ? discovered(properties) : listed(properties);
    if (properties.jgroups().isPresent()) {
      tcp = tcp.jgroups(Path.of(properties.jgroups().get()));
    }
    var security = properties.security();
    return security.keyStore().isPresent()
        ? tcp.security(Path.of(security.keyStore().get()), password(security))
        : tcp;
  }

  private static Tcp discovered(SluiceProperties properties) {
    String name = properties.discover().orElseThrow();
    if (!properties.hosts().isEmpty()) {
      var both = List.of(HOSTS, DISCOVER);
      throw new MutuallyExclusiveConfigurationPropertiesException(both, both);
    }
    int expected =
        properties
            .expect()
            .orElseThrow(
                () ->
                    invalid(
                        DISCOVER, name, "it needs sluice.expect, how many standing members run"));
    try {
      var tcp = Tcp.discover(name, expected);
      return properties.guest() ? tcp.guest() : tcp;
    } catch (IllegalArgumentException e) {
      throw new InvalidConfigurationPropertyValueException(EXPECT, expected, e.getMessage(), e);
    }
  }

  private static Tcp listed(SluiceProperties properties) {
    String why = "processes are counted only with sluice.discover, which is not set";
    if (properties.expect().isPresent()) {
      throw invalid(EXPECT, properties.expect().get(), why);
    }
    if (properties.guest()) {
      throw invalid(GUEST, true, why);
    }
    var hosts = properties.hosts();
    return hosts.isEmpty() ? Tcp.loopback() : Tcp.at(hosts.toArray(String[]::new));
  }

  private static char[] password(SluiceProperties.Security security) {
    return security
        .password()
        .map(String::toCharArray)
        .orElseThrow(
            () ->
                invalid(
                    KEY_STORE,
                    security.keyStore().orElseThrow(),
                    "it needs sluice.security.password"));
  }

  private static InvalidConfigurationPropertyValueException invalid(
      String property, Object value, String why) {
    return new InvalidConfigurationPropertyValueException(property, value, why);
  }
}
