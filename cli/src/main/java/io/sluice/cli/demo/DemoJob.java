package io.sluice.cli.demo;

import io.sluice.page.pipeline.Load;
import io.sluice.streams.KeyValue;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Running;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The pipeline of the demo: orders that come in a wave, are added up for each customer, and are
 * sent on. Each of both steps takes a millisecond for each order, as a call to a service would, so
 * both have to grow and shrink with the load, and at the same moments, although they are
 * neighbours.
 *
 * <p>Every order has a number. The sink notes each number that arrives, so that lost and doubled
 * orders are counted and not estimated; the step that adds up notices an order that comes before an
 * earlier one of its customer.
 */
public final class DemoJob implements Load {

  private static final int CUSTOMERS = 1_000;
  private static final int MOST_INSTANCES = 8;
  private static final long CALL_NANOS = 1_000_000;

  /** An inbox holds the work of about a tenth of a second, so that a change is soon felt. */
  private static final int RECORDS_A_BATCH = 8;

  private static final int BATCHES_AN_INBOX = 16;
  private static final double LEAST_RATE = 400;
  private static final double WAVE = 1_800;

  private final BitSet arrived = new BitSet();
  private final AtomicLong distinct = new AtomicLong();
  private final AtomicLong doubled = new AtomicLong();
  private final AtomicLong outOfOrder = new AtomicLong();
  private final Wave wave = new Wave(LEAST_RATE, WAVE);
  private volatile Optional<Running> running = Optional.empty();

  private record Order(long number, int customer) {}

  /** The orders of a customer so far: how many, and the latest. */
  private record Total(long orders, long latest) {
    static final Total NONE = new Total(0, -1);
  }

  /** Starts it. */
  public Running start() {
    var started = pipeline().start();
    running = Optional.of(started);
    return started;
  }

  private Pipeline pipeline() {
    return Pipeline.named("orders")
        .batch(RECORDS_A_BATCH)
        .inbox(BATCHES_AN_INBOX)
        .from("orders", Source.generate(DemoJob::order).rate(wave::rate))
        .keyBy(Order::customer)
        .aggregate("totals", () -> Total.NONE, this::add)
        .instances(1, MOST_INSTANCES)
        .map("send", DemoJob::sent)
        .instances(1, MOST_INSTANCES)
        .to("out", Sink.forEach(total -> arrive(total.latest())));
  }

  private static Order order(long number) {
    return new Order(number, (int) (number * 7919 % CUSTOMERS));
  }

  private Total add(Total total, Order order) {
    LockSupport.parkNanos(CALL_NANOS);
    if (order.number < total.latest) {
      outOfOrder.incrementAndGet();
    }
    return new Total(total.orders + 1, order.number);
  }

  private static Total sent(KeyValue<Integer, Total> total) {
    LockSupport.parkNanos(CALL_NANOS);
    return total.value();
  }

  /** Called by one thread at a time: the sink has one instance. */
  private void arrive(long number) {
    if (arrived.get((int) number)) {
      doubled.incrementAndGet();
    } else {
      arrived.set((int) number);
      distinct.incrementAndGet();
    }
  }

  @Override
  public double factor() {
    return wave.factor();
  }

  @Override
  public void change(double chosen) {
    wave.change(chosen);
  }

  @Override
  public void burst() {
    wave.burst();
  }

  @Override
  public Found found() {
    long lost =
        running
            .filter(each -> each.state() == Running.State.DONE)
            .map(each -> each.snapshot().recordsIn() - distinct.get())
            .orElse(0L);
    return new Found(lost, doubled.get(), outOfOrder.get());
  }
}
