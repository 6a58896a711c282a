package io.sluice.bench.data.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A turn of one process, in nanoseconds of the machine's clock.
 *
 * @param asked when the process began to wait
 * @param seen when it had looked at every page that had changed
 * @param left when it began to hand the bytes on
 * @param wrote whether it had changed them
 */
record Turn(int process, long asked, long seen, long left, boolean wrote) {

  private static final String SEPARATOR = ",";

  String words() {
    return asked + SEPARATOR + seen + SEPARATOR + left + SEPARATOR + wrote;
  }

  static Stream<Turn> of(int process, List<String> words) {
    return words.stream()
        .map(each -> each.split(SEPARATOR, -1))
        .map(
            part ->
                new Turn(
                    process,
                    Long.parseLong(part[0]),
                    Long.parseLong(part[1]),
                    Long.parseLong(part[2]),
                    Boolean.parseBoolean(part[3])));
  }

  /**
   * The times between a writer's beginning to hand on and the sight of all pages in the process
   * that was waiting, in seconds.
   */
  static List<Double> handOvers(Stream<Turn> turns) {
    var sorted = turns.sorted(Comparator.comparingLong(Turn::seen)).collect(Collectors.toList());
    var all = new ArrayList<Double>();
    for (int i = 1; i < sorted.size(); i++) {
      var before = sorted.get(i - 1);
      var next = sorted.get(i);
      boolean waited = next.process != before.process && next.asked - before.left < 0;
      if (before.wrote && waited) {
        all.add((next.seen - before.left) / 1e9);
      }
    }
    return all;
  }
}
