package io.sluice.bench.locks;

import io.sluice.bench.locks.measure.Cold;
import io.sluice.bench.locks.measure.Coordinator;
import io.sluice.bench.locks.measure.Plan;
import io.sluice.bench.locks.service.LockService;
import io.sluice.bench.report.Bar;
import io.sluice.bench.report.Console;
import io.sluice.bench.report.Range;
import io.sluice.bench.report.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the first entries of fresh processes take: the figure of {@link Report} that needs no
 * warm-up, alone. The services take turns, each round with new processes.
 */
record ColdFigures(Console console, int rounds, Plan plan) {

  void measure(List<LockService> services, List<Path> into, String command) throws IOException {
    var samples = new LinkedHashMap<LockService, List<Cold>>();
    for (int i = 0; i < rounds; i++) {
      for (var service : services) {
        if (service.missing().isEmpty()) {
          var sample = measure(service);
          console.progress("%s: %s".formatted(service.name(), sample));
          samples.computeIfAbsent(service, _ -> new ArrayList<>()).add(sample);
        }
      }
    }
    var lines = new ArrayList<String>();
    lines.add(
        "| lock service | cold, CPU ms/entry | from start to connected, CPU s a client | others |");
    lines.add("|---|---|---|---|");
    samples.forEach((service, some) -> lines.add("| " + service.title() + cells(some)));
    var bars = Targets.cold(millis(samples));
    if (!bars.isEmpty()) {
      lines.add("");
      lines.add(Bar.table(bars));
    }
    new Section("locks-cold")
        .publish(
            console,
            lines,
            "%d contenders, %,d entries; %d rounds"
                .formatted(plan.contenders(), Plan.COLD_ENTRIES, rounds),
            into,
            command);
  }

  private static Map<String, List<Double>> millis(Map<LockService, List<Cold>> samples) {
    return samples.entrySet().stream()
        .collect(
            Collectors.toMap(
                each -> each.getKey().name(),
                each -> each.getValue().stream().map(Cold::millis).toList()));
  }

  private Cold measure(LockService service) throws IOException {
    try (var coordinator = new Coordinator(service, plan)) {
      return coordinator.measureCold();
    } catch (Exception failure) {
      if (failure instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new IOException(service.name() + " failed", failure);
    }
  }

  private static String cells(List<Cold> some) {
    return " | %s | %s | %s |"
        .formatted(
            Range.of(some.stream().map(Cold::millis).toList()).text("%.2f"),
            Range.of(some.stream().map(Cold::openingSeconds).toList()).text("%.2f"),
            Range.of(some.stream().map(each -> each.othersCores().orElse(Double.NaN)).toList())
                .text("%.1f"));
  }
}
