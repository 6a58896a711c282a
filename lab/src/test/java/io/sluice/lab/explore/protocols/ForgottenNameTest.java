package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.protocol.Layout;
import io.sluice.protocol.forgetting.ForgottenName;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A name that is forgotten while processes may ask for it again: exclusion, no deadlock, every
 * request served, rising fences. The counts are pinned: a change of meaning shows.
 */
class ForgottenNameTest {

  static Stream<Arguments> scopes() {
    return Stream.of(
        Arguments.of(Scope.of(ForgottenName.model(), Layout.plain(2), 1), 158),
        Arguments.of(Scope.of(ForgottenName.model(), Layout.plain(2), 2), 3_304),
        Arguments.of(Scope.of(ForgottenName.model(), Layout.plain(2), 3), 22_101),
        Arguments.of(Scope.of(ForgottenName.model(), Layout.plain(3), 1), 78_321),
        Arguments.of(
            Scope.of(ForgottenName.model(), Layout.plain(3), 2).asking(process -> process > 0),
            48_950));
  }

  @ParameterizedTest
  @MethodSource("scopes")
  void nothingIsWrong(Scope<?, ?> scope, long worlds) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }
}
