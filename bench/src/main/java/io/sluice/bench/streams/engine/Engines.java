package io.sluice.bench.streams.engine;

import java.util.List;
import java.util.ServiceLoader;

/** The stream engines listed in {@code META-INF/services}. */
public final class Engines {

  private Engines() {}

  public static List<StreamEngine> all() {
    return ServiceLoader.load(StreamEngine.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  public static StreamEngine named(String name) {
    return all().stream()
        .filter(engine -> engine.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no stream engine '%s'; choose from %s"
                        .formatted(
                            name,
                            String.join(", ", all().stream().map(StreamEngine::name).toList()))));
  }
}
