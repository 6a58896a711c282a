package io.sluice.page.theatre;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.catalogue.Catalogue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CaptionsTest {

  static List<? extends Algorithm<?, ?>> protocols() {
    return Catalogue.builtIn().all();
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyProtocolHasALecture(Algorithm<?, ?> protocol) {
    assertThat(Captions.of(protocol.name()))
        .as("add captions of %s to captions.txt", protocol.name())
        .hasSizeBetween(2, 4)
        .allSatisfy(caption -> assertThat(caption).endsWith(".").hasSizeLessThan(180));
  }

  @Test
  void aVariantHasTheCaptionsOfItsProtocol() {
    assertThat(Captions.of("padme-LFFU:chain")).isEqualTo(Captions.of("padme")).isNotEmpty();
    assertThat(Captions.of("handover:token-queue")).isEqualTo(Captions.of("handover"));
    assertThat(Captions.of("of-a-user")).isEmpty();
  }
}
