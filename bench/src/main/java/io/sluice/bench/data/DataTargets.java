package io.sluice.bench.data;

import static io.sluice.bench.report.Bar.TIMES;
import static io.sluice.bench.report.Bar.atLeast;
import static io.sluice.bench.report.Bar.atMost;

import io.sluice.bench.data.exchange.Exchanges;
import io.sluice.bench.data.measure.SluiceFigures.Load;
import io.sluice.bench.report.Bar;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The targets for Sluice, all of them ratios within one run: the median of the rounds. */
record DataTargets(DataResults results) {

  /** The most that a hand-over may take, in times of raw TCP. */
  private static double mostOfTcp(long size) {
    return size <= 64 * DataPlan.KIB
        ? 2.5
        : size <= DataPlan.MIB ? 1.5 : size <= 64 * DataPlan.MIB ? 1.2 : 1.15;
  }

  List<Bar> bars() {
    var bars = new ArrayList<Bar>();
    for (double x : results.xs(Figure.SIZE)) {
      long size = (long) x;
      var bytes = DataReport.bytes(size);
      bars.add(
          atMost(
              bytes + " to a waiting reader, all changed : raw TCP",
              mostOfTcp(size),
              TIMES,
              exchanged(Exchanges.SLUICE_READ, Exchanges.TCP, size)));
      bars.add(
          atMost(
              bytes + " to a waiting writer, all changed : raw TCP",
              mostOfTcp(size),
              TIMES,
              exchanged(Exchanges.SLUICE, Exchanges.TCP, size)));
      bars.add(
          atMost(
              bytes + ", `copies(2)` with a waiter : `copies(1)`",
              1.1,
              TIMES,
              exchanged(Exchanges.SLUICE_2, Exchanges.SLUICE, size)));
    }
    for (long size : List.of(DataPlan.MIB, 64 * DataPlan.MIB)) {
      for (var peer : List.of(Exchanges.HAZELCAST, Exchanges.REDISSON, Exchanges.INFINISPAN)) {
        bars.add(
            atLeast(
                "%s through `%s` : Sluice".formatted(DataReport.bytes(size), peer.label()),
                3,
                TIMES,
                exchanged(peer, Exchanges.SLUICE, size)));
      }
    }
    bars.add(atMost("1 % changed and declared, 64 MiB : all of it", 0.1, TIMES, share()));
    bars.add(
        atMost(
            "unchanged read : the lock alone",
            1.3,
            TIMES,
            plain(Figure.READ, DataMeasurement.UNCHANGED, DataMeasurement.LOCK)));
    bars.add(
        atMost(
            "the same, not looked at",
            1.3,
            TIMES,
            plain(Figure.READ, DataMeasurement.NOT_LOOKED_AT, DataMeasurement.LOCK)));
    bars.add(
        atMost(
            "stencil, compute = transfer, overlapped : the larger of the two",
            1.15,
            TIMES,
            stencil(DataMeasurement.OVERLAPPED)));
    bars.add(
        atLeast(
            "the same in sequence, as a control",
            1.8,
            TIMES,
            stencil(DataMeasurement.IN_SEQUENCE)));
    bars.add(
        atMost(
            "the same, computing elsewhere, overlapped",
            1.15,
            TIMES,
            plain(Figure.OVERLAP, DataMeasurement.ON_A_DEVICE, DataMeasurement.TRANSFER)));
    bars.add(
        atMost(
            "8 readers : 1 reader, links limited",
            1.5,
            TIMES,
            plain(Figure.READERS, DataMeasurement.EIGHT, DataMeasurement.ONE)));
    bars.add(
        atMost(
            "p99 of another lock while 512 MiB move : without",
            2,
            TIMES,
            plain(
                Figure.OTHER,
                DataMeasurement.label(Load.DATA),
                DataMeasurement.label(Load.NOTHING))));
    return bars.stream().filter(bar -> bar.measured().isPresent()).toList();
  }

  private OptionalDouble exchanged(Exchanges one, Exchanges other, long size) {
    return results.median(Figure.SIZE, one.label(), other.label(), (double) size);
  }

  private OptionalDouble plain(Figure figure, String one, String other) {
    return results.median(figure, one, other, 0);
  }

  private OptionalDouble share() {
    var some = results.range(Figure.SHARE, DataMeasurement.DECLARED, 0.01);
    var all = results.range(Figure.SHARE, DataMeasurement.DECLARED, 1);
    return some.isPresent() && all.isPresent()
        ? OptionalDouble.of(some.get().median() / all.get().median())
        : OptionalDouble.empty();
  }

  /** Against computing alone or transferring alone, whichever takes longer. */
  private OptionalDouble stencil(String variant) {
    var ratios =
        List.of(
            plain(Figure.OVERLAP, variant, DataMeasurement.COMPUTE),
            plain(Figure.OVERLAP, variant, DataMeasurement.TRANSFER));
    return ratios.stream()
        .filter(OptionalDouble::isPresent)
        .map(OptionalDouble::getAsDouble)
        .min(Double::compare)
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }
}
