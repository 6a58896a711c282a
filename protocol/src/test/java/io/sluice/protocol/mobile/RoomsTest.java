package io.sluice.protocol.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.protocol.catalogue.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoomsTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 500_000})
  void theNameLeadsBackToTheProtocol(int latecomers) {
    var algorithm = Rooms.admitting(latecomers);
    var found = Catalogue.builtIn().find(algorithm.name()).orElseThrow();
    assertThat(found.name()).isEqualTo(algorithm.name());
    assertThat(found.overtaking().orElseThrow().bound()).isEqualTo(1 + latecomers);
  }

  @Test
  void onlyTheUnusualStandsInTheName() {
    assertThat(Rooms.ALGORITHM.name()).isEqualTo("rooms");
    assertThat(Rooms.admitting(0).name()).isEqualTo("rooms");
    assertThat(Rooms.admitting(3).name()).isEqualTo("rooms:admitting=3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rooms:",
        "rooms:admitting",
        "rooms:admitting=",
        "rooms:admitting=0",
        "rooms:admitting=-1",
        "rooms:admitting=1000000",
        "rooms:units=3",
        "rooms:admitting=3:",
        "elmp:admitting=3"
      })
  void otherNamesAreNone(String name) {
    assertThat(Catalogue.builtIn().find(name)).isEmpty();
  }

  @Test
  void thereAreNoFewerLatecomersThanNone() {
    assertThatThrownBy(() -> Rooms.admitting(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("0 or more latecomers, not -1");
  }
}
