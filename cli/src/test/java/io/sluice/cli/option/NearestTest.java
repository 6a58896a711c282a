package io.sluice.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {

  private static final List<String> NAMES = List.of("2fgme", "ra1", "ra2", "forks", "central");

  @Test
  void countsChanges() {
    assertThat(Nearest.distance("forks", "forks")).isZero();
    assertThat(Nearest.distance("", "ra1")).isEqualTo(3);
    assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(Nearest.distance("froks", "forks")).isEqualTo(1);
  }

  @Test
  void guessesSlipsOnly() {
    assertThat(Nearest.to("froks", NAMES)).contains("forks");
    assertThat(Nearest.to("cen", NAMES)).contains("central");
    assertThat(Nearest.to("RA1", NAMES)).contains("ra1");
    assertThat(Nearest.to("paxos", NAMES)).isEmpty();
    assertThat(Nearest.to("", NAMES)).isEmpty();
  }
}
