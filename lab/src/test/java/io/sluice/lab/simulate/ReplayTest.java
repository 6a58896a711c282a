package io.sluice.lab.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.simulate.Fault.Crossing;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** Equal seeds give equal runs, today and on every machine. */
class ReplayTest {

  @Test
  void theSameSeedGivesTheSameRun() {
    var one = new Probe.Diary();
    var other = new Probe.Diary();
    var first = run(7, one);
    var second = run(7, other);
    assertThat(one.lines()).isEqualTo(other.lines()).hasSizeGreaterThan(1000);
    assertThat(first)
        .usingRecursiveComparison()
        .ignoringFields("wallSeconds")
        .ignoringFields("waits.histogram")
        .isEqualTo(second);
    assertThat(first.waits().histogram()).isEqualTo(second.waits().histogram());
  }

  @Test
  void differentSeedsGiveDifferentRuns() {
    var one = new Probe.Diary();
    var other = new Probe.Diary();
    run(7, one);
    run(8, other);
    assertThat(one.lines()).isNotEqualTo(other.lines());
  }

  /**
   * Pinned: every ask, entry, departure and message (but not what it says) of a run with all kinds
   * of delay. If this changes, no earlier run can be replayed: say so in the release notes.
   */
  @Test
  void theRunOfASeedNeverChanges() {
    var diary = new Probe.Diary();
    var outcome = run(7, diary);
    var digest = new CRC32();
    diary.lines().forEach(line -> digest.update(line.replaceAll("\\[.*]", "").getBytes(UTF_8)));
    assertThat(outcome.simulatedNanos()).isEqualTo(720_145_201);
    assertThat(Long.toHexString(digest.getValue())).isEqualTo("50f384ae");
  }

  /**
   * Faults draw from numbers of their own, so that a run with them can be compared to one without.
   */
  @Test
  void faultsDoNotChangeWhenTheClientsFirstAsk() {
    var without = new Probe.Diary();
    var with = new Probe.Diary();
    Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(5))
        .workload(Workload.entries(1))
        .auditMessages(without)
        .run();
    Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(5))
        .workload(Workload.entries(1))
        .faults(Faults.NONE.with(new Faults.Partitions(3, Delay.millis(9), Crossing.HELD)))
        .network(Network.DEFAULT.unordered())
        .auditMessages(with)
        .run();
    assertThat(with.about("asked")).isEqualTo(without.about("asked"));
  }

  private static Outcome run(long seed, Probe.Diary diary) {
    return Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(9))
        .workload(
            Workload.entries(10).think(Delay.parse("exp:30ms")).hold(Delay.parse("one-of:1ms,4ms")))
        .network(Network.of(Delay.parse("1ms..5ms")))
        .faults(
            Faults.NONE
                .with(new Faults.Pauses(5, Delay.parse("1ms..30ms")))
                .with(new Faults.Partitions(2, Delay.millis(20), Crossing.HELD)))
        .seed(seed)
        .auditMessages(diary)
        .run();
  }
}
