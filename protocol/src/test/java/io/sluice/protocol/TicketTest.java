package io.sluice.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TicketTest {

  @Test
  void theEarlierTimeGoesFirst() {
    assertThat(new Ticket(1, 9).before(new Ticket(2, 0))).isTrue();
    assertThat(new Ticket(2, 0).before(new Ticket(1, 9))).isFalse();
  }

  @Test
  void tiesGoToTheLowerProcess() {
    assertThat(new Ticket(1, 0).before(new Ticket(1, 1))).isTrue();
    assertThat(new Ticket(1, 1).before(new Ticket(1, 0))).isFalse();
  }

  @Test
  void noTicketIsBeforeItself() {
    assertThat(new Ticket(1, 0).before(new Ticket(1, 0))).isFalse();
  }
}
