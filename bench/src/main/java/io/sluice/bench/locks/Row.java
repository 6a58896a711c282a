package io.sluice.bench.locks;

import io.sluice.bench.locks.measure.Figures;
import io.sluice.bench.locks.service.LockService;
import java.util.Optional;

/**
 * A service with its figures, or with the reason why there are none.
 *
 * @param reason why it was skipped or how it failed
 */
record Row(
    String name,
    String title,
    Outcome outcome,
    Optional<String> reason,
    Optional<Figures> figures) {

  /** Whether a service was measured. */
  enum Outcome {
    MEASURED,
    SKIPPED,
    FAILED
  }

  static Row measured(LockService service, Figures figures) {
    return new Row(
        service.name(), service.title(), Outcome.MEASURED, Optional.empty(), Optional.of(figures));
  }

  static Row skipped(LockService service, String reason) {
    return without(service, Outcome.SKIPPED, reason);
  }

  static Row failed(LockService service, String reason) {
    return without(service, Outcome.FAILED, reason);
  }

  private static Row without(LockService service, Outcome outcome, String reason) {
    return new Row(service.name(), service.title(), outcome, Optional.of(reason), Optional.empty());
  }
}
