package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.spring.elsewhere.Base;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

/** Methods that cannot hold a lock while they run: the application does not start with them. */
@Timeout(60)
class UnusableLocksTest {

  /** Returns before its work has ended. */
  public static class ReturnsAFuture {
    @SluiceLock("x")
    public CompletableFuture<String> later() {
      return CompletableFuture.completedFuture("");
    }
  }

  /** Returns before its work has ended, by the type that libraries use. */
  public static class ReturnsAStage {
    @SluiceLock("x")
    public CompletionStage<String> later() {
      return CompletableFuture.completedFuture("");
    }
  }

  /** Does its work when the caller takes the elements. */
  public static class ReturnsAStream {
    @SluiceLock("x")
    public Stream<String> later() {
      return Stream.of("");
    }
  }

  /** Does its work when it is subscribed to. */
  public static class ReturnsAMono {
    @SluiceLock("x")
    public Mono<String> later() {
      return Mono.just("");
    }
  }

  /** Has no value for a call that was skipped. */
  public static class SkipsAnInt {
    @SluiceLock(value = "x", onRefusal = SluiceLock.OnRefusal.SKIP)
    public int number() {
      return 1;
    }
  }

  /** Has a time that is none. */
  public static class WaitsForAWhile {
    @SluiceLock(value = "x", waitFor = "a while")
    public void run() {}
  }

  /** Has a time that lies in the past. */
  public static class WaitsSinceThen {
    @SluiceLock(value = "x", waitFor = "-2s")
    public void run() {}
  }

  /** Has an expression that is none. */
  public static class NamedByNonsense {
    @SluiceLock("x-#{#id +}")
    public void run(long id) {}
  }

  /** A proxy cannot override it: it would run without the lock. */
  public static class IsFinal {
    @SluiceLock("x")
    public final void run() {}
  }

  /** A proxy does not see its calls. */
  public static class IsPrivate {
    @SluiceLock("x")
    public void run() {
      inner();
    }

    @SluiceLock("y")
    private void inner() {}
  }

  /** A proxy does not see its calls. */
  public static class IsStatic {
    @SluiceLock("x")
    public static void run() {}
  }

  /** A proxy, which is in this package, cannot override a method that only another one may call. */
  public static class IsUnreachable extends Base {}

  static Stream<Arguments> unusable() {
    return Stream.of(
        Arguments.of(
            ReturnsAFuture.class, "ReturnsAFuture.later returns before its work has ended"),
        Arguments.of(ReturnsAStage.class, "ReturnsAStage.later returns before its work has ended"),
        Arguments.of(ReturnsAStream.class, "ReturnsAStream.later returns before its work has"),
        Arguments.of(ReturnsAMono.class, "ReturnsAMono.later returns before its work has ended"),
        Arguments.of(SkipsAnInt.class, "SkipsAnInt.number returns int"),
        Arguments.of(
            WaitsForAWhile.class,
            "WaitsForAWhile.run has 'a while' for a time: write 500ms, 2s or PT2S"),
        Arguments.of(WaitsSinceThen.class, "WaitsSinceThen.run has '-2s' for a time"),
        Arguments.of(NamedByNonsense.class, "NamedByNonsense.run has 'x-#{#id +}' for a name"),
        Arguments.of(IsFinal.class, "IsFinal.run is final"),
        Arguments.of(IsPrivate.class, "IsPrivate.inner is private"),
        Arguments.of(IsStatic.class, "IsStatic.run is static"),
        Arguments.of(
            IsUnreachable.class,
            "Base.run is package-private, and in another package than IsUnreachable"));
  }

  @ParameterizedTest
  @MethodSource("unusable")
  <T> void whatCannotBeKeptIsRefusedAtTheStart(Class<T> bean, String why) {
    SluiceAutoConfigurationTest.APPLICATION
        .withBean(bean)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("@SluiceLock cannot be kept: " + why));
  }
}
