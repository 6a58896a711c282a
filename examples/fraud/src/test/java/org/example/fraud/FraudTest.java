package org.example.fraud;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.example.running.SluiceRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class FraudTest {

  private static final long EVENTS = 20_000;

  /** The same by comparing all payments with all sightings. */
  private static List<Payment> sequential() {
    Map<Integer, List<Sighting>> sightings =
        LongStream.range(0, EVENTS)
            .mapToObj(Events::sighting)
            .collect(Collectors.groupingBy(Sighting::card));
    return LongStream.range(0, EVENTS)
        .mapToObj(Events::payment)
        .filter(
            payment ->
                sightings.getOrDefault(payment.card(), List.of()).stream()
                    .anyMatch(sighting -> isAlarming(payment, sighting)))
        .toList();
  }

  private static boolean isAlarming(Payment payment, Sighting sighting) {
    return !payment.country().equals(sighting.country())
        && Math.abs(payment.time() - sighting.time()) <= Fraud.WITHIN.toMillis();
  }

  @Test
  void everySuspiciousPaymentIsFoundOnce() throws Exception {
    var alerts = new ArrayList<Payment>();
    var pipeline =
        Fraud.alerts(
                Source.generate(Events::payment).limit(EVENTS),
                Source.generate(Events::sighting).limit(EVENTS),
                Sink.collect(alerts))
            .instances("near", 1, 3);
    try (var running = pipeline.start()) {
      var _ = running.scale("near", 3);
      running.await();
    }
    alerts.sort(Comparator.comparingLong(Payment::number));
    assertThat(alerts).hasSizeGreaterThan(10).isEqualTo(sequential());
  }

  @Test
  void itRunsFromAShell(@TempDir Path directory) throws Exception {
    assertThat(
            SluiceRun.of(
                Fraud.class, directory, "--instances", "near=2", "--", Long.toString(EVENTS)))
        .containsExactlyInAnyOrderElementsOf(sequential().stream().map(Payment::toString).toList());
  }
}
