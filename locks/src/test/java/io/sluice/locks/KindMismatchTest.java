package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A name stands for one kind of lock and one protocol; a different request is told what to do. */
@Timeout(60)
class KindMismatchTest {

  private static final Duration SOON = Duration.ofSeconds(20);

  /** The ways to ask for the lock x. */
  enum Kind {
    PLAIN("a plain lock (token-queue)", "lock(\"x\") in", "`sluice lock x`") {
      @Override
      Lease acquire(Sluice sluice) throws Exception {
        return sluice.lock("x").acquire(SOON);
      }
    },
    READ_WRITE(
        "a read-write lock (rw-permissions)",
        "readWriteLock(\"x\") in",
        "`sluice lock x --shared|--exclusive`") {
      @Override
      Lease acquire(Sluice sluice) throws Exception {
        return sluice.readWriteLock("x").writeLock().acquire(SOON);
      }
    },
    GROUP("a group lock (rooms)", "groupLock(\"x\") in", "`sluice lock x --room ROOM`") {
      @Override
      Lease acquire(Sluice sluice) throws Exception {
        return sluice.groupLock("x").enter("a", SOON);
      }
    },
    SEMAPHORE(
        "a semaphore (padme-LFFF:star)",
        "prioritySemaphore(\"x\", UNITS) in",
        "`sluice lock x --units UNITS`") {
      @Override
      Lease acquire(Sluice sluice) throws Exception {
        return sluice.prioritySemaphore("x", 1).acquire(Priority.NORMAL, SOON);
      }
    };

    private final String title;
    private final String java;
    private final String shell;

    Kind(String title, String java, String shell) {
      this.title = title;
      this.java = java;
      this.shell = shell;
    }

    abstract Lease acquire(Sluice sluice) throws Exception;
  }

  static Stream<Arguments> pairs() {
    return Arrays.stream(Kind.values())
        .flatMap(
            one ->
                Arrays.stream(Kind.values())
                    .filter(other -> other != one)
                    .map(other -> Arguments.of(one, other)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void anotherKindUnderTheSameNameIsRefused(Kind first, Kind second) throws Exception {
    var cluster = "kinds-" + first + "-" + second;
    try (var one = Sluice.named(cluster).nodeName("one").join();
        var two = Sluice.named(cluster).nodeName("two").join()) {
      await().until(() -> two.view().members().size() == 2);
      first.acquire(one).close();
      for (var asking : new Sluice[] {one, two}) {
        assertThatThrownBy(() -> second.acquire(asking))
            .isInstanceOf(LockUnavailableException.class)
            .hasMessageContaining("lock 'x' is " + first.title)
            .hasMessageContaining("asked for as " + second.title)
            .hasMessageContaining(first.java)
            .hasMessageContaining(first.shell);
      }
    }
  }

  /** The holder sends no message meanwhile, but is counted when the second node joins. */
  @ParameterizedTest
  @MethodSource("pairs")
  void anotherKindThanThatOfAHolderIsRefused(Kind first, Kind second) throws Exception {
    var cluster = "held-" + first + "-" + second;
    try (var one = Sluice.named(cluster).nodeName("one").join();
        var _ = first.acquire(one);
        var two = Sluice.named(cluster).nodeName("two").join()) {
      assertThatThrownBy(() -> second.acquire(two))
          .isInstanceOf(LockUnavailableException.class)
          .hasMessageContaining("lock 'x' is " + first.title + " at one")
          .hasMessageContaining("asked for as " + second.title);
    }
  }

  /** A reader in a view of two sends no message, so it goes unnoticed until the next view. */
  @Test
  void aRequestThatWaitsIsRefusedWhenAHolderOfAnotherKindIsCounted() throws Exception {
    var cluster = "counted";
    try (var one = Sluice.named(cluster).nodeName("one").join();
        var two = Sluice.named(cluster).nodeName("two").join()) {
      await().until(() -> one.view().members().size() == 2);
      try (var _ = one.lock("x").acquire(SOON);
          var _ = two.readWriteLock("x").readLock().acquire(SOON)) {
        var waiting = one.lock("x").acquireAsync();
        try (var _ = Sluice.named(cluster).nodeName("three").join()) {
          assertThatThrownBy(() -> waiting.get(SOON.toSeconds(), TimeUnit.SECONDS))
              .cause()
              .isInstanceOf(LockUnavailableException.class)
              .hasMessageContaining("lock 'x' is a read-write lock (rw-permissions) at two");
          assertThatThrownBy(() -> one.lock("x").acquire(SOON))
              .isInstanceOf(LockUnavailableException.class);
        }
      }
      await().ignoreExceptions().untilAsserted(() -> one.lock("x").acquire(SOON).close());
    }
  }

  /** Also to later ones: the first was sent, and is never answered. */
  @Test
  void eachRequestIsRefused() throws Exception {
    try (var one = Sluice.join("each-request");
        var two = Sluice.join("each-request")) {
      await().until(() -> two.view().members().size() == 2);
      var pair = one.readWriteLock("x");
      var lock = two.lock("x"); // neither has heard of the other's
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> lock.acquire(SOON))
            .isInstanceOf(LockUnavailableException.class)
            .hasMessageContaining("lock 'x' is a read-write lock");
      }
      assertThat(pair.readLock().tryAcquire()).isPresent();
    }
  }

  @Test
  void anotherProtocolIsRefused() throws Exception {
    try (var one = Sluice.named("disagree").nodeName("one").algorithm("lamport").join();
        var two = Sluice.named("disagree").algorithm("ricart-agrawala").join()) {
      await().until(() -> two.view().members().size() == 2);
      one.lock("x").acquire(SOON).close();
      assertThatThrownBy(() -> two.lock("x").acquire(SOON))
          .isInstanceOf(LockUnavailableException.class)
          .hasMessage(
              "lock 'x' runs lamport at another node, but was asked for with ricart-agrawala; name"
                  + " the same protocol in all nodes, with algorithm(\"lamport\") in Java or"
                  + " --algorithm lamport in a shell");
    }
  }

  @Test
  void anotherNumberOfUnitsIsRefused() throws Exception {
    try (var one = Sluice.named("units").nodeName("one").join();
        var two = Sluice.join("units")) {
      await().until(() -> two.view().members().size() == 2);
      one.prioritySemaphore("x", 2).acquire(Priority.NORMAL).close();
      assertThatThrownBy(() -> two.prioritySemaphore("x", 3).acquire(Priority.NORMAL))
          .isInstanceOf(LockUnavailableException.class)
          .hasMessageContaining("units=2 at one")
          .hasMessageContaining("asked for with padme-LFFF:star:units=3")
          .hasMessageEndingWith("name the same number of units in all nodes");
    }
  }
}
