package io.sluice.lab.experiment.padme;

import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.padme.PriorityMeter.Level;
import java.util.List;
import java.util.Objects;

/**
 * What one run of PADME, or of a server in its place, showed.
 *
 * @param levels the most urgent first
 * @param backToBack entries at the very moment at which the same participant had left
 * @param inversions entries while somebody more urgent waited
 * @param overtakings those of them where the more urgent one had asked earlier, too
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

  /** How often the participants of a level got in, all together. */
  long entries(int level) {
    return levels.get(level).entries();
  }

  /**
   * How far the levels are apart: by how much the share of a single participant at the top exceeds
   * that of a single one at the bottom. 0 is equality, 1 the top alone.
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
