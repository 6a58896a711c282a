package io.sluice.lab.experiment.gme;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.JoungOne;
import io.sluice.protocol.group.JoungTwo;
import io.sluice.protocol.group.TwoFixedGroupsRepaired;
import io.sluice.protocol.mobile.Rooms;
import java.util.List;

/**
 * The algorithms that are compared: the paper's in the order of its figures, then ours. Every chart
 * adds them in this order, so that each has the same colour everywhere.
 */
public enum GmeAlgorithm {
  TWO_FGME("2-FGME"),
  RA2("RA2"),
  RA1("RA1"),
  FORKS("forks"),
  /** First come, first served between the groups. */
  ROOMS("rooms"),
  /** Admits as many latecomers as a group has nodes besides the one that opens the room. */
  ROOMS_ADMITTING("rooms, admitting");

  static final List<GmeAlgorithm> ALL = List.of(values());

  /**
   * The paper's algorithms and {@code forks}. Live nodes compare only these: with {@code rooms}
   * waits are so long that an experiment would take minutes more.
   */
  static final List<GmeAlgorithm> PAPERS_AND_FORKS = List.of(TWO_FGME, RA2, RA1, FORKS);

  private final String label;

  GmeAlgorithm(String label) {
    this.label = label;
  }

  /** The name in the paper and in every chart. */
  String label() {
    return label;
  }

  /** The name as part of a file name. */
  String slug() {
    return switch (this) {
      case ROOMS_ADMITTING -> "rooms-admitting";
      default -> algorithm(2).name();
    };
  }

  /** The algorithm for two groups with this number of nodes together. */
  Algorithm<?, ?> algorithm(int nodes) {
    return switch (this) {
      case TWO_FGME -> TwoFixedGroupsRepaired.ALGORITHM;
      case RA2 -> JoungTwo.ALGORITHM;
      case RA1 -> JoungOne.ALGORITHM;
      case FORKS -> Forks.ALGORITHM;
      case ROOMS -> Rooms.ALGORITHM;
      case ROOMS_ADMITTING -> Rooms.admitting(nodes / 2 - 1);
    };
  }
}
