package io.sluice.bench.data.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ChangesTest {

  @Test
  void changesTheShareThatWasAskedFor() {
    var bytes = new AtomicLong();
    new Changes(0.01, true).forEach(64 << 20, (_, length) -> bytes.addAndGet(length));

    assertThat(bytes.get() / (double) (64 << 20)).isBetween(0.009, 0.011);
  }

  @Test
  void noticesBytesOfAnEarlierTurn() {
    var bytes = MemorySegment.ofArray(new byte[1 << 20]);
    Changes.ALL.write(bytes, 7);

    assertThat(Changes.ALL.check(bytes)).isEqualTo(7);

    bytes.asSlice(300 << 10, 64 << 10).fill((byte) 6);

    assertThatIllegalStateException().isThrownBy(() -> Changes.ALL.check(bytes));
  }
}
