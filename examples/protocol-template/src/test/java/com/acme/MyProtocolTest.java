package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Layout;
import org.junit.jupiter.api.Test;

/** Every world that the protocol can get into, at small sizes. */
class MyProtocolTest {

  @Test
  void isALockWhileProcessesAskOnce() {
    var result =
        Explorer.search(Scope.of(MyProtocol.ALGORITHM, Layout.plain(3), 1), Effort.full());
    assertEquals(new Verdict.Ok(), result.verdict(), result.what());
  }

  /** Judges starvation too. */
  @Test
  void servesEveryProcessHoweverOftenTheOthersAsk() {
    var scope = Scope.of(MyProtocol.ALGORITHM, Layout.plain(3), Scope.UNBOUNDED);
    var result = Explorer.search(scope, Effort.full());
    assertEquals(new Verdict.Ok(), result.verdict(), result.what());
  }
}
