package io.sluice.lab.experiment;

import io.sluice.lab.experiment.catalogue.CatalogueLoad;
import io.sluice.lab.experiment.catalogue.CatalogueScale;
import io.sluice.lab.experiment.catalogue.CatalogueTable;
import io.sluice.lab.experiment.gme.GmeConcurrency;
import io.sluice.lab.experiment.gme.GmeLatency;
import io.sluice.lab.experiment.gme.GmeTrafficEntries;
import io.sluice.lab.experiment.gme.GmeTrafficNodes;
import io.sluice.lab.experiment.mobile.DhoMobility;
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

/** The experiments there are. */
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
          new DhoMobility(),
          new PadmeQos(PADME),
          new PadmeThroughput(PADME),
          new PadmeScale(),
          new PadmeFaults(),
          new ScalingLoad(),
          new ScalingAccuracy(),
          new ScalingTraffic(),
          MobileChurn.small());

  /** Those that take minutes. */
  private static final List<Experiment> LONG = List.of(MobileChurn.large());

  private Experiments() {}

  /** All that do not take long, in the order of the report. */
  public static List<Experiment> all() {
    return ALL;
  }

  /** Those that are run only when somebody asks for them by name. */
  static List<Experiment> onRequest() {
    return LONG;
  }

  /** Both. */
  public static List<Experiment> named() {
    return Stream.concat(ALL.stream(), LONG.stream()).toList();
  }

  /** The one of that name. */
  public static Optional<Experiment> find(String name) {
    return named().stream().filter(experiment -> experiment.name().equals(name)).findFirst();
  }
}
