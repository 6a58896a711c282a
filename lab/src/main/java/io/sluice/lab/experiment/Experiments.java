package io.sluice.lab.experiment;

import io.sluice.lab.experiment.catalogue.CatalogueLoad;
import io.sluice.lab.experiment.catalogue.CatalogueScale;
import io.sluice.lab.experiment.catalogue.CatalogueTable;
import io.sluice.lab.experiment.gme.GmeConcurrency;
import io.sluice.lab.experiment.gme.GmeLatency;
import io.sluice.lab.experiment.gme.GmeTrafficEntries;
import io.sluice.lab.experiment.gme.GmeTrafficNodes;
import io.sluice.lab.experiment.mobile.DhoAsync;
import io.sluice.lab.experiment.mobile.DhoMobility;
import io.sluice.lab.experiment.mobile.DhoShared;
import io.sluice.lab.experiment.mobile.MobileChurn;
import io.sluice.lab.experiment.padme.PadmeFaults;
import io.sluice.lab.experiment.padme.PadmeQos;
import io.sluice.lab.experiment.padme.PadmeScale;
import io.sluice.lab.experiment.padme.PadmeThroughput;
import io.sluice.lab.experiment.padme.SharedPadmeRuns;
import io.sluice.lab.experiment.scaling.ScalingAccuracy;
import io.sluice.lab.experiment.scaling.ScalingLoad;
import io.sluice.lab.experiment.scaling.ScalingTraffic;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All experiments. A new one is added to one of the two lists here. */
public final class Experiments {

  private static final SharedPadmeRuns PADME = new SharedPadmeRuns();

  private static final List<Experiment> ALL =
      List.of(
          new GmeConcurrency(),
          new GmeTrafficEntries(),
          new GmeTrafficNodes(),
          new GmeLatency(),
          new CatalogueTable(),
          new CatalogueLoad(),
          new CatalogueScale(),
          new DhoAsync(),
          new DhoShared(),
          new DhoMobility(),
          new PadmeQos(PADME),
          new PadmeThroughput(PADME),
          new PadmeScale(),
          new PadmeFaults(),
          new ScalingLoad(),
          new ScalingAccuracy(),
          new ScalingTraffic(),
          MobileChurn.small());

  /** Experiments that take minutes, and so run only when named. */
  private static final List<Experiment> LONG = List.of(MobileChurn.large());

  private Experiments() {}

  /** The experiments of {@code lab run --all}, in the order of the report. */
  public static List<Experiment> all() {
    return ALL;
  }

  /** Experiments that run only when named. */
  static List<Experiment> onRequest() {
    return LONG;
  }

  /** All experiments, also those that run only when named. */
  public static List<Experiment> named() {
    return Stream.concat(ALL.stream(), LONG.stream()).toList();
  }

  /** The experiment of that name. */
  public static Optional<Experiment> find(String name) {
    return named().stream().filter(experiment -> experiment.name().equals(name)).findFirst();
  }
}
