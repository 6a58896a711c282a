package io.sluice.lab.experiment;

import java.util.List;
import java.util.Optional;

/** All experiments there are. */
public final class Experiments {

  private static final List<Experiment> ALL =
      List.of(
          new GmeConcurrency(),
          new GmeTrafficEntries(),
          new GmeTrafficNodes(),
          new GmeLatency(),
          new CatalogueTable(),
          new CatalogueLoad(),
          new CatalogueScale(),
          new DhoMobility(),
          new PadmeQos(),
          new PadmeThroughput(),
          new PadmeScale(),
          new PadmeFaults(),
          new ScalingLoad(),
          new ScalingAccuracy(),
          new ScalingTraffic());

  private Experiments() {}

  /** All of them, in the order of the report. */
  public static List<Experiment> all() {
    return ALL;
  }

  /** The one of that name. */
  public static Optional<Experiment> find(String name) {
    return ALL.stream().filter(experiment -> experiment.name().equals(name)).findFirst();
  }
}
