package io.sluice.lab.experiment.padme;

import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.padme.PriorityMeter.Level;
import java.util.List;
import java.util.Objects;

/**
 * Results of one run of PADME, or of a central server in its place.
 *
 * @param levels the most urgent first
 * @param backToBack entries at the same moment at which the same participant released
 * @param inversions entries while a more urgent participant waited
 * @param overtakings inversions where the more urgent participant had also asked earlier
 * @param synchronisationDelay the mean time from an exit to the next entry, in seconds
 * @param longestGap the longest such time, in seconds
 */
record PadmeRun(
    List<Level> levels,
    long entries,
    long backToBack,
    long inversions,
    long overtakings,
    long messages,
    double synchronisationDelay,
    double longestGap) {

  PadmeRun {
    levels = List.copyOf(levels);
  }

  static PadmeRun of(PriorityMeter meter, long messages) {
    var handovers = Statistics.of(meter.handovers().isEmpty() ? List.of(0) : meter.handovers());
    return new PadmeRun(
        List.copyOf(meter.levels().values()),
        meter.entries(),
        meter.backToBack(),
        meter.inversions(),
        meter.overtakings(),
        messages,
        handovers.mean() / 1e9,
        handovers.max() / 1e9);
  }

  double messagesPerEntry() {
    return entries == 0 ? 0 : (double) messages / entries;
  }

  /** The entries of all participants of a level together. */
  long entries(int level) {
    return levels.get(level).entries();
  }

  /**
   * How far the levels are apart: the share of entries of a single participant at the top, less
   * that of a single one at the bottom. 0 means equal shares, 1 that only the top enters.
   *
   * @param ofLevel how many participants a level has
   */
  double separation(List<Integer> ofLevel) {
    Objects.checkIndex(levels.size() - 1, ofLevel.size());
    double top = (double) entries(0) / ofLevel.getFirst();
    double bottom = (double) levels.getLast().entries() / ofLevel.get(levels.size() - 1);
    return entries == 0 ? 0 : (top - bottom) / entries;
  }
}
