package io.sluice.streams.kafka.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.streams.kafka.worker.Assignment.Candidate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AssignmentTest {

  private static Candidate running(String name, Map<Integer, Integer> bundles) {
    return new Candidate(name, 100, new Report(false, bundles, List.of()));
  }

  private static Candidate leaving(String name, Map<Integer, Integer> bundles) {
    return new Candidate(name, 100, new Report(true, bundles, List.of()));
  }

  private static Candidate idle(String name, int places) {
    return new Candidate(name, places, Report.NONE);
  }

  private static Map<Integer, String> assign(int bundles, Candidate... workers) {
    return Assignment.of(bundles, List.of(workers), Map.of());
  }

  @Test
  void eachWorkerHasAboutTheSameNumberUpToItsPlaces() {
    assertThat(assign(4, idle("a", 100), idle("b", 100)).values())
        .containsExactlyInAnyOrder("a", "a", "b", "b");
    assertThat(assign(4, idle("a", 1), idle("b", 100)).values())
        .containsExactlyInAnyOrder("a", "b", "b", "b");
    assertThat(assign(4, idle("a", 1), idle("b", 1)).values()).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void bundlesStayWhereTheyAre() {
    var before = assign(4, running("a", Map.of(1, 10)), running("b", Map.of(0, 10, 2, 10, 3, 10)));
    assertThat(before).containsEntry(1, "a").containsValues("a", "b");
    assertThat(before.values()).containsExactlyInAnyOrder("a", "a", "b", "b");
    // Four bundles, three workers: the one that has two keeps both, whatever its age.
    assertThat(
            assign(
                4,
                running("a", Map.of(0, 10)),
                running("b", Map.of(1, 10)),
                running("c", Map.of(2, 90, 3, 90))))
        .isEqualTo(Map.of(0, "a", 1, "b", 2, "c", 3, "c"));
  }

  @Test
  void whatALeaverRunsGoesToTheWorkersWithMostToSpare() {
    assertThat(
            assign(
                4,
                leaving("a", Map.of(0, 80, 1, 10)),
                running("b", Map.of(2, 70)),
                running("c", Map.of(3, 20))))
        .isEqualTo(Map.of(0, "c", 1, "b", 2, "b", 3, "c"));
  }

  @Test
  void theLoadOfABundleWhoseWorkerHasCrashedIsStillKnown() {
    var gone = Map.of("a", new Report(false, Map.of(0, 10, 1, 80), List.of()));
    assertThat(
            Assignment.of(
                4, List.of(running("b", Map.of(2, 70)), running("c", Map.of(3, 20))), gone))
        .isEqualTo(Map.of(1, "c", 0, "b", 2, "b", 3, "c"));
  }

  @Test
  void aWorkerThatHasPreparedItselfGetsTheBundle() {
    var ready = new Candidate("c", 100, new Report(false, Map.of(3, 90), List.of(1)));
    assertThat(assign(4, leaving("a", Map.of(0, 80, 1, 10)), running("b", Map.of(2, 0)), ready))
        .isEqualTo(Map.of(0, "b", 1, "c", 2, "b", 3, "c"));
  }

  @Test
  void aWorkerWithTooManyKeepsTheBusiest() {
    assertThat(assign(4, running("a", Map.of(0, 60, 1, 10, 2, 20, 3, 30)), idle("b", 100)))
        .isEqualTo(Map.of(0, "a", 3, "b", 2, "b", 1, "a"));
  }

  @Test
  void whenAllLeaveNoneIsAssigned() {
    assertThat(assign(2, leaving("a", Map.of(0, 1, 1, 1)))).isEmpty();
  }
}
