package io.sluice.locks.data;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.locks.Sluice;
import io.sluice.protocol.data.Handle.Call;
import io.sluice.protocol.data.Handle.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The nine calls, in any order, and values in place of bytes. */
@Timeout(7200)
public class DhoTest {

  private static final List<Call> ALL = List.of(Call.values());
  private static final int CALLS = ALL.size();
  private static final int PARTS = 16;

  /** Section 5.1.2: the path of a request. */
  @Test
  void inOrder() throws Exception {
    try (var one = Sluice.join("dho-order");
        var two = Sluice.join("dho-order")) {
      var writer = new Dho(one.data("A").size(4096));
      var reader = new Dho(two.data("A").size(4096));
      writer.create();
      reader.create();
      assertThat(writer.test()).isEqualTo(Phase.VALID);
      writer.ewRequest();
      await().until(() -> writer.test() == Phase.GRANTED);
      reader.crRequest();
      assertThat(reader.test()).isEqualTo(Phase.REQUESTED);
      writer.ewAcquire().orElseThrow().set(JAVA_INT, 0, 42);
      assertThat(writer.test()).isEqualTo(Phase.LOCKED);
      writer.ewRelease();
      assertThat(writer.test()).isEqualTo(Phase.VALID);
      assertThat(reader.crAcquire().orElseThrow().get(JAVA_INT, 0)).isEqualTo(42);
      reader.crRelease();
      writer.destroy();
      writer.ewRequest();
      assertThat(writer.test()).isEqualTo(Phase.INVALID);
    }
  }

  /** Listing 1: a request to write aborts the one to read; calls of the other mode are ignored. */
  @Test
  void outOfOrder() throws Exception {
    try (var one = Sluice.join("dho-listing")) {
      var h = new Dho(one.data("A").size(4096));
      h.create();
      h.crRequest();
      h.ewRequest();
      h.crRelease();
      assertThat(h.crAcquire()).isEmpty();
      h.crRelease();
      await().until(() -> h.test() == Phase.GRANTED);
      h.destroy();
      assertThat(h.test()).isEqualTo(Phase.INVALID);
    }
  }

  /** All sequences of calls by two processes: none throws, and none waits without end. */
  @Test
  void everyShortSequence() throws Exception {
    sequences(3, LongStream.range(0, count(3)));
  }

  @Test
  void aSampleOfLongSequences() throws Exception {
    sequences(5, new Random(7).longs(2_000, 0, count(5)));
  }

  /** A part alone: {@code -Dsluice.test.parts=0,1}. */
  private static IntStream parts() {
    var chosen = System.getProperty("sluice.test.parts", "");
    return chosen.isEmpty()
        ? IntStream.range(0, PARTS)
        : Arrays.stream(chosen.split(",", -1)).mapToInt(Integer::parseInt);
  }

  /** All sequences of up to five calls, in parts: number N belongs to part N modulo their count. */
  @ParameterizedTest
  @MethodSource("parts")
  @Tag("long")
  void everySequence(int part) throws Exception {
    for (int length = 1; length <= 5; length++) {
      long end = count(length);
      sequences(length, LongStream.iterate(part, number -> number < end, next -> next + PARTS));
    }
  }

  private static long count(int length) {
    return Math.round(Math.pow(2.0 * CALLS, length));
  }

  private static void sequences(int length, LongStream numbers) throws Exception {
    try (var one = Sluice.join("dho-sequences-" + length);
        var two = Sluice.join("dho-sequences-" + length)) {
      for (long number : (Iterable<Long>) numbers::iterator) {
        var handles = List.of(new Dho(one.data("A").size(64)), new Dho(two.data("A").size(64)));
        handles.forEach(Dho::create);
        var acquiring = new ArrayList<CompletableFuture<Void>>();
        long rest = number;
        for (int i = 0; i < length; i++, rest /= 2L * CALLS) {
          var call = ALL.get((int) (rest % CALLS));
          call(handles.get((int) (rest / CALLS % 2)), call, acquiring);
        }
        handles.forEach(Dho::destroy);
        for (var each : acquiring) {
          each.get(30, TimeUnit.SECONDS);
        }
      }
    }
  }

  private static void call(Dho handle, Call call, List<CompletableFuture<Void>> acquiring) {
    switch (call) {
      case CREATE -> handle.create();
      case CR_REQUEST -> handle.crRequest();
      case EW_REQUEST -> handle.ewRequest();
      case TEST -> assertThat(handle.test()).isNotNull();
      case CR_ACQUIRE, EW_ACQUIRE -> acquiring.add(acquire(handle, call));
      case CR_RELEASE -> handle.crRelease();
      case EW_RELEASE -> handle.ewRelease();
      case DESTROY -> handle.destroy();
    }
  }

  /** On a thread of its own: it may wait for the other process. */
  private static CompletableFuture<Void> acquire(Dho handle, Call call) {
    var done = new CompletableFuture<Void>();
    Thread.startVirtualThread(
        () -> {
          try {
            var _ = call == Call.CR_ACQUIRE ? handle.crAcquire() : handle.ewAcquire();
            done.complete(null);
          } catch (InterruptedException | RuntimeException e) {
            done.completeExceptionally(e);
          }
        });
    return done;
  }

  /** What a shop sells. */
  public record Prices(Map<String, Integer> bySku) {}

  @Test
  void valuesInPlaceOfBytes() throws Exception {
    var patience = Duration.ofSeconds(20);
    try (var one = Sluice.join("values");
        var two = Sluice.join("values")) {
      var nothing = new Prices(Map.of());
      var format = Format.of(Prices.class);
      var here = Data.of(one.data("prices").size(1).open(), format, nothing);
      var there = Data.of(two.data("prices").size(1).open(), format, nothing);
      assertThat(there.get(patience)).isEqualTo(nothing);
      here.update(patience, old -> new Prices(Map.of("sku-7", 42)));
      assertThat(there.get(patience).bySku()).containsEntry("sku-7", 42);
      there.update(
          patience, old -> new Prices(Map.of("sku-7", old.bySku().getOrDefault("sku-7", 0) + 1)));
      assertThat(here.get(patience).bySku()).containsEntry("sku-7", 43);
    }
  }
}
