package io.sluice.page.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.locks.Sluice;
import io.sluice.page.Page;
import io.sluice.page.pipeline.Load;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Running;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a reader sees and does of a pipeline that runs, in a real browser. */
@ExtendWith(InBrowser.class)
class PipelineInBrowserTest {

  /** A load whose changes can be read. */
  private static final class Knob implements Load {
    private volatile double factor = 1;
    private volatile boolean burst;
    private volatile String killed = "";

    @Override
    public double factor() {
      return factor;
    }

    @Override
    public void change(double chosen) {
      factor = chosen;
    }

    @Override
    public void burst() {
      burst = true;
    }

    @Override
    public List<String> workers() {
      return killed.isEmpty() ? List.of("worker-1", "worker-2") : List.of("worker-1");
    }

    @Override
    public void kill(String worker) {
      killed = worker;
    }

    @Override
    public int crashes() {
      return killed.isEmpty() ? 0 : 1;
    }

    @Override
    public Found found() {
      return new Found(0, 0, 0);
    }
  }

  @Test
  void aReaderFollowsItChangesTheLoadAndScalesByHand(Browser browser) throws Exception {
    var knob = new Knob();
    var pipeline =
        Pipeline.named("numbers")
            .from("numbers", Source.generate(number -> number).rate(_ -> 200 * knob.factor))
            .map("half", number -> number / 2)
            .instances(1, 4)
            .to("out", Sink.forEach(_ -> {}));
    try (var running = pipeline.start();
        var page = Page.of(running).load(knob).start()) {
      var tab = browser.tab(1280, 720);
      tab.open(page.link());
      tab.awaitCount(".operator", 3);
      tab.value(
          "(() => { const s = document.querySelector('#load'); s.value = 2; s.dispatchEvent(new Event('input')); })()");
      tab.click("[data-key=burst]");
      tab.click("[data-key='+half']");
      tab.awaitCount(".operator:has([data-key='+half']) .instance", 2);
      tab.awaitText(".actions", "half duplicated, +1");
      tab.awaitText(".load output", "× 2.0");
      tab.click("[data-key=kill-worker-2]");
      tab.awaitText(".counts", "1\nworker killed");
      assertThat(knob.killed).isEqualTo("worker-2");
      assertThat(knob.factor).isEqualTo(2);
      assertThat(knob.burst).isTrue();
      running.stop();
      assertThat(running.await(Duration.ofSeconds(10))).isTrue();
      tab.awaitText(".state", "done");
      tab.awaitText(".counts", "0\nlost");
    }
  }

  @Test
  void pipelinesThatBeginWhileThePageIsOpenAreChosenFrom(Browser browser) throws Exception {
    var running = new ConcurrentHashMap<String, Running>();
    try (var sluice = Sluice.join("page-pipelines");
        var page = Page.of(sluice).pipelines(() -> running).start();
        var one = counting("one").start();
        var two = counting("two").start()) {
      var tab = browser.tab(1280, 720);
      tab.open(page.link());
      tab.awaitText(".free", "No pipeline runs now");
      running.put("one", one);
      running.put("two", two);
      tab.awaitText("h1", "one");
      tab.choose("select[aria-label=pipeline]", "two");
      tab.awaitText("h1", "two");
      tab.click("[data-key='+half']");
      tab.awaitText(".actions", "half duplicated, +1");
      assertThat(one.snapshot().actions()).isZero();
    }
  }

  private static Pipeline counting(String name) {
    return Pipeline.named(name)
        .from("numbers", Source.generate(number -> number).rate(_ -> 50))
        .map("half", number -> number / 2)
        .instances(1, 4)
        .to("out", Sink.forEach(_ -> {}));
  }

  /** What the demo does, by keys alone: the load rises, instances follow, nothing is lost. */
  @Test
  void instancesFollowTheSliderAndNothingIsLost(Browser browser) throws Exception {
    var counted = new Counted();
    var pipeline =
        Pipeline.named("numbers")
            .batch(8)
            .inbox(16)
            .from("numbers", Source.generate(number -> number).rate(_ -> 400 * counted.factor))
            .keyBy(number -> number % 100)
            .aggregate("work", () -> 0L, (_, number) -> slowly(number))
            .instances(1, 4)
            .to("out", Sink.forEach(last -> counted.arrive(last.value())));
    try (var running = pipeline.start();
        var page = Page.of(running).load(counted).start()) {
      counted.running = Optional.of(running);
      var tab = browser.tab(1280, 720);
      tab.open(page.link());
      tab.awaitCount(".operator", 3);
      for (int k = 0; !tab.holds("document.activeElement.id === 'load'"); k++) {
        assertThat(k).as("the slider can be reached by the Tab key").isLessThan(20);
        tab.press("Tab");
      }
      for (int k = 0; k < 15; k++) {
        tab.press("ArrowRight");
      }
      tab.await(
          "document.querySelectorAll('.operator')[1].querySelectorAll('.instance').length >= 2");
      tab.awaitText(".actions .cause", "records a second for 1 instance of");
      assertThat(counted.factor).isBetween(2.0, 3.0);
      running.stop();
      tab.awaitText(".state", "done");
      tab.awaitText(".counts", "0\nlost");
      tab.awaitText(".counts", "0\ndoubled");
      assertThat(counted.found()).isEqualTo(new Load.Found(0, 0, 0));
      assertThat(counted.arrived.cardinality()).isPositive();
    }
  }

  private static long slowly(long number) {
    LockSupport.parkNanos(1_000_000);
    return number;
  }

  /** A load that counts what arrives. */
  private static final class Counted implements Load {
    private final BitSet arrived = new BitSet();
    private long doubled;
    private volatile double factor = 1;
    private volatile Optional<Running> running = Optional.empty();

    private synchronized void arrive(long number) {
      doubled += arrived.get((int) number) ? 1 : 0;
      arrived.set((int) number);
    }

    @Override
    public double factor() {
      return factor;
    }

    @Override
    public void change(double chosen) {
      factor = chosen;
    }

    @Override
    public void burst() {}

    @Override
    public synchronized Found found() {
      long lost =
          running
              .filter(each -> each.state() == Running.State.DONE)
              .map(each -> each.snapshot().recordsIn() - arrived.cardinality())
              .orElse(0L);
      return new Found(lost, doubled, 0);
    }
  }

  @Test
  void withoutTheTokenNothingCanBeChanged(Browser browser) throws Exception {
    var pipeline =
        Pipeline.named("numbers")
            .from("numbers", Source.generate(number -> number).rate(100))
            .to("out", Sink.forEach(_ -> {}));
    try (var running = pipeline.start();
        var page = Page.of(running).load(new Knob()).start()) {
      var tab = browser.tab(1280, 720);
      tab.open(page.address());
      tab.awaitCount(".operator", 2);
      assertThat(tab.has("#load")).isFalse();
    }
  }
}
