package org.example.fraud;

import io.sluice.streams.DataStream;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import java.time.Duration;

/**
 * Finds payments in another country than the phone of the card's owner, which was seen within ten
 * minutes before or after.
 */
public final class Fraud {

  static final Duration WITHIN = Duration.ofMinutes(10);

  private static final Duration OUT_OF_ORDER = Duration.ofMillis(Events.JITTER);
  private static final long DEFAULT_EVENTS = 200_000;

  /** A payment and where the phone was. */
  record Pair(Payment payment, Sighting sighting) {

    boolean isSuspicious() {
      return !payment.country().equals(sighting.country());
    }
  }

  private Fraud() {}

  /** What {@code sluice run} calls; behind {@code --} there may be a number of events. */
  public static Pipeline pipeline(String... args) {
    long events = args.length == 0 ? DEFAULT_EVENTS : Long.parseLong(args[0]);
    return alerts(
        Source.generate(Events::payment).limit(events),
        Source.generate(Events::sighting).limit(events),
        Sink.print());
  }

  /** The pipeline, for any events and any sink. */
  static Pipeline alerts(
      Source<Payment> paymentSource, Source<Sighting> sightingSource, Sink<? super Payment> sink) {
    var pipeline = Pipeline.named("fraud");
    DataStream<Payment> payments =
        pipeline
            .from("payments", paymentSource)
            .timestamps("payment-times", Payment::time, OUT_OF_ORDER);
    DataStream<Sighting> sightings =
        pipeline
            .from("sightings", sightingSource)
            .timestamps("sighting-times", Sighting::time, OUT_OF_ORDER);
    return payments
        .keyBy(Payment::card)
        .join("near", sightings.keyBy(Sighting::card), WITHIN, Pair::new)
        .filter("abroad", Pair::isSuspicious)
        .keyBy(pair -> pair.payment().number())
        .process("once", () -> false, new Once())
        .to("alerts", sink);
  }
}
