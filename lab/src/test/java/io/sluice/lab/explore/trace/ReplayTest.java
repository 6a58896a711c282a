package io.sluice.lab.explore.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.Toy;
import io.sluice.lab.explore.protocols.LastComeFirstServed;
import io.sluice.lab.explore.trace.SavedStep.Kind;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.group.TwoFixedGroups;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayTest {

  private static final Scope<?, ?> DEADLOCKING =
      Scope.of(TwoFixedGroups.ALGORITHM_PUBLISHED, Layout.groups(2, 1), 1);

  private static final Effort ONE_CORE = Effort.full().withWorkers(1);

  private static SavedStep event(Kind kind, int process, int peer, String text) {
    return new SavedStep(kind, process, peer, text, List.of(), false, "");
  }

  private static Replay replay(Scope<?, ?> scope, SavedStep... steps) {
    return Replay.of(new SavedTrace(List.of(steps), Trace.NO_CYCLE), scope);
  }

  @Test
  void whatASearchFoundHappensAgain() {
    var found = Explorer.search(DEADLOCKING, ONE_CORE);
    var replay = Replay.of(SavedTrace.of(found.trace().orElseThrow()), DEADLOCKING);
    assertThat(replay.fits()).isTrue();
    assertThat(replay.sameOutcomes()).isTrue();
    assertThat(replay.verdict()).isEqualTo(found.verdict());
    assertThat(replay.what()).isEqualTo(found.what());
    assertThat(replay.trace()).isEqualTo(found.trace().orElseThrow());
  }

  @Test
  void whoStarvedStarvesAgain() {
    Scope<?, ?> scope = Scope.of(LastComeFirstServed.ALGORITHM, Layout.plain(3), Scope.UNBOUNDED);
    var found = Explorer.search(scope, ONE_CORE);
    var trace = SavedTrace.of(found.trace().orElseThrow());
    assertThat(Replay.of(trace, scope).verdict()).isEqualTo(new Verdict.Starvation());

    // Cut short, the cycle does not lead back to where it began.
    var open = new SavedTrace(trace.steps().subList(0, trace.steps().size() - 1), trace.cycle());
    assertThat(Replay.of(open, scope).verdict()).isEqualTo(new Verdict.Ok());
  }

  @Test
  void aProtocolThatThrewThrowsAgain() {
    Scope<?, ?> scope = Scope.of(Toy.FRAIL, Layout.plain(2), 1);
    var found = Explorer.search(scope, ONE_CORE);
    var replay = Replay.of(SavedTrace.of(found.trace().orElseThrow()), scope);
    assertThat(replay.verdict()).isEqualTo(new Verdict.Failed());
    assertThat(replay.what()).isEqualTo(found.what());
    assertThat(replay.sameOutcomes()).isTrue();
  }

  @Test
  void onlyTheHappeningsCountNotWhatIsSaidToHaveComeOfThem() {
    var replay = replay(DEADLOCKING, event(Kind.ASK, 0, SavedStep.NO_PEER, ""));
    assertThat(replay.fits()).isTrue();
    assertThat(replay.sameOutcomes()).isFalse();
    assertThat(replay.trace().steps().getFirst().sent()).hasSize(1);
    assertThat(replay.what()).contains("a0 may still be served");
  }

  @Test
  void whatCannotHappenIsSaidWithTheReason() {
    var ask = event(Kind.ASK, 0, SavedStep.NO_PEER, "");
    assertThat(replay(DEADLOCKING, ask, ask).what())
        .isEqualTo("event 1, \"a0: ask\", cannot happen here: a0 waits already");
    assertThat(replay(DEADLOCKING, event(Kind.RELEASE, 2, SavedStep.NO_PEER, "")).what())
        .isEqualTo("event 0, \"b0: release\", cannot happen here: b0 is not inside");
    assertThat(replay(DEADLOCKING, event(Kind.CRASH, 2, SavedStep.NO_PEER, "")).what())
        .contains("no crash is left");
    assertThat(replay(DEADLOCKING, ask, event(Kind.LOSE, 2, 0, "Req[x=1]")).what())
        .contains("\"b0: lose Req[x=1] from a0\", cannot happen here: no such fault is left");
    assertThat(replay(DEADLOCKING, ask, event(Kind.RECEIVE, 2, 0, "Req[x=1]")).what())
        .contains("what b0 can receive from a0 is Req(1.a0)");
    assertThat(replay(DEADLOCKING, event(Kind.EXPIRE, 2, SavedStep.NO_PEER, "alarm")).what())
        .contains("no such timer of b0 is running");
  }

  @Test
  void faultsHappenAgain() {
    Scope<?, ?> scope =
        Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(2), 1).with(new Faults(0, 1, 0));
    var found = Explorer.search(scope, ONE_CORE);
    assertThat(Replay.of(SavedTrace.of(found.trace().orElseThrow()), scope).verdict())
        .isEqualTo(new Verdict.Deadlock());
  }
}
