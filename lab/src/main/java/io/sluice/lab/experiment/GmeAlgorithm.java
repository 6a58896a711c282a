package io.sluice.lab.experiment;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.JoungOne;
import io.sluice.protocol.group.JoungTwo;
import io.sluice.protocol.group.TwoFixedGroupsRepaired;

/**
 * The algorithms that are compared, in the order of the paper's figures, ours last: every chart
 * adds them in this order, so that each has the same colour everywhere.
 */
enum GmeAlgorithm {
  TWO_FGME("2-FGME"),
  RA2("RA2"),
  RA1("RA1"),
  FORKS("forks");

  private final String label;

  GmeAlgorithm(String label) {
    this.label = label;
  }

  /** As in the paper, and in every chart. */
  String label() {
    return label;
  }

  Algorithm<?, ?> algorithm() {
    return switch (this) {
      case TWO_FGME -> TwoFixedGroupsRepaired.ALGORITHM;
      case RA2 -> JoungTwo.ALGORITHM;
      case RA1 -> JoungOne.ALGORITHM;
      case FORKS -> Forks.ALGORITHM;
    };
  }
}
