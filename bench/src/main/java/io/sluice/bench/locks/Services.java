package io.sluice.bench.locks;

import java.util.List;
import java.util.ServiceLoader;

/** The lock services there are. */
final class Services {

  private Services() {}

  static List<LockService> all() {
    return ServiceLoader.load(LockService.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  static LockService named(String name) {
    return all().stream()
        .filter(service -> service.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no lock service '%s'; there are %s"
                        .formatted(
                            name,
                            String.join(", ", all().stream().map(LockService::name).toList()))));
  }
}
