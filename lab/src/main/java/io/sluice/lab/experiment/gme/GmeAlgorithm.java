package io.sluice.lab.experiment.gme;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.JoungOne;
import io.sluice.protocol.group.JoungTwo;
import io.sluice.protocol.group.TwoFixedGroupsRepaired;
import io.sluice.protocol.mobile.Rooms;
import java.util.List;

/**
 * The algorithms that are compared, in the order of the paper's figures, ours last: every chart
 * adds them in this order, so that each has the same colour everywhere.
 */
public enum GmeAlgorithm {
  TWO_FGME("2-FGME"),
  RA2("RA2"),
  RA1("RA1"),
  FORKS("forks"),
  /** First come first served between the groups. */
  ROOMS("rooms"),
  /** As many latecomers as a group has members beside the one who opens the room. */
  ROOMS_ADMITTING("rooms, admitting");

  static final List<GmeAlgorithm> ALL = List.of(values());

  /**
   * The paper's, and ours that is to take their place. Live nodes compare only these: with rooms
   * one waits so long for all before oneself that an experiment would take minutes more.
   */
  static final List<GmeAlgorithm> PAPERS_AND_FORKS = List.of(TWO_FGME, RA2, RA1, FORKS);

  private final String label;

  GmeAlgorithm(String label) {
    this.label = label;
  }

  /** As in the paper, and in every chart. */
  String label() {
    return label;
  }

  /** As part of a file's name. */
  String slug() {
    return switch (this) {
      case ROOMS_ADMITTING -> "rooms-admitting";
      default -> algorithm(2).name();
    };
  }

  /** The algorithm for two groups that have so many nodes together. */
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
