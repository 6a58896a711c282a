package io.sluice.bench.locks.service;

import java.util.List;
import java.util.ServiceLoader;

/** The lock services listed in {@code META-INF/services}. */
public final class Services {

  private Services() {}

  public static List<LockService> all() {
    return ServiceLoader.load(LockService.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  public static LockService named(String name) {
    return all().stream()
        .filter(service -> service.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no lock service '%s'; choose from %s"
                        .formatted(
                            name,
                            String.join(", ", all().stream().map(LockService::name).toList()))));
  }
}
