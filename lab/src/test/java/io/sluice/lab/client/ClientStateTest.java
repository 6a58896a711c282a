package io.sluice.lab.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sluice.lab.client.ClientState.Action;
import io.sluice.lab.verdict.Verdict;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ClientStateTest {

  @ParameterizedTest
  @CsvSource({
    "OUTSIDE, JOIN, JOINING",
    "JOINING, JOINED, THINKING",
    "THINKING, ASK, WAITING",
    "THINKING, DEPART, DEPARTING",
    "WAITING, GRANTED, INSIDE",
    "WAITING, WITHDRAW, THINKING",
    "WAITING, DEPART, DEPARTING",
    "INSIDE, RELEASE, THINKING",
    "INSIDE, DEPART, DEPARTING_INSIDE",
    "DEPARTING_INSIDE, RELEASE, DEPARTING",
    "DEPARTING, DEPARTED, DEPARTED",
    "DEPARTED, JOIN, JOINING"
  })
  void theTableHolds(ClientState from, Action action, ClientState to) {
    assertThat(from.after(action)).isEqualTo(to);
  }

  @Test
  void nothingElseIsLegalButACrash() {
    int legal = 0;
    for (var state : ClientState.values()) {
      assertThat(state.after(Action.CRASH)).isEqualTo(ClientState.CRASHED);
      for (var action : EnumSet.complementOf(EnumSet.of(Action.CRASH))) {
        legal += state.permits(action) ? 1 : 0;
      }
    }
    assertThat(legal).isEqualTo(12);
    assertThatIllegalStateException()
        .isThrownBy(() -> ClientState.INSIDE.after(Action.ASK))
        .withMessageContaining("INSIDE, ASK");
  }

  @ParameterizedTest
  @EnumSource
  void whateverAProtocolMustNotDoHasAnObjection(ClientState state) {
    for (var action : Set.of(Action.GRANTED, Action.JOINED, Action.DEPARTED)) {
      if (!state.permits(action)) {
        assertThat(state.objection(action).verdict()).isInstanceOf(Verdict.Broken.class);
        assertThat(state.objection(action).what()).isNotEmpty();
      }
    }
  }
}
