package io.sluice.page.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.locks.Sluice;
import io.sluice.page.Page;
import io.sluice.page.pipeline.Load;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Running;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader sees and does of a pipeline that runs, in a real browser. */
class PipelineInBrowserTest {

  @TempDir Path directory;

  /** A load whose changes can be read. */
  private static final class Knob implements Load {
    private volatile double factor = 1;
    private volatile boolean burst;

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
    public Found found() {
      return new Found(0, 0, 0);
    }
  }

  @Test
  void aReaderFollowsItChangesTheLoadAndScalesByHand() throws Exception {
    var program = Chromium.program();
    assumeTrue(program.isPresent(), "no Chromium here: what a reader does is not tested");
    var knob = new Knob();
    var pipeline =
        Pipeline.named("numbers")
            .from("numbers", Source.generate(number -> number).rate(_ -> 200 * knob.factor))
            .map("half", number -> number / 2)
            .instances(1, 4)
            .to("out", Sink.forEach(_ -> {}));
    try (var browser = new Chromium(program.get(), directory);
        var running = pipeline.start();
        var page = Page.of(running).load(knob).start()) {
      var tab = browser.tab(1280, 720);
      tab.open(page.link());
      tab.await("document.querySelectorAll('.operator').length === 3");
      tab.value(
          "(() => { const s = document.querySelector('#load'); s.value = 2; s.dispatchEvent(new Event('input')); })()");
      tab.click("[data-key=burst]");
      tab.click("[data-key='+half']");
      tab.await(
          "document.querySelectorAll('.operator')[1].querySelectorAll('.instance').length === 2");
      tab.awaitText(".actions", "half duplicated, +1");
      assertThat(knob.factor).isEqualTo(2);
      assertThat(knob.burst).isTrue();
      running.stop();
      assertThat(running.await(Duration.ofSeconds(10))).isTrue();
      tab.awaitText(".state", "done");
      tab.awaitText(".counts", "0\nlost");
    }
  }

  @Test
  void pipelinesThatBeginWhileThePageIsOpenAreChosenFrom() throws Exception {
    var program = Chromium.program();
    assumeTrue(program.isPresent(), "no Chromium here: what a reader does is not tested");
    var running = new ConcurrentHashMap<String, Running>();
    try (var browser = new Chromium(program.get(), directory);
        var sluice = Sluice.join("page-pipelines");
        var page = Page.of(sluice).pipelines(() -> running).start();
        var one = counting("one").start();
        var two = counting("two").start()) {
      var tab = browser.tab(1280, 720);
      tab.open(page.link());
      tab.awaitText(".free", "No pipeline runs now");
      running.put("one", one);
      running.put("two", two);
      tab.awaitText("h1", "one");
      tab.await("document.querySelector('select[aria-label=pipeline]')");
      tab.value(
          """
          (() => {
            const select = document.querySelector('select[aria-label=pipeline]');
            select.value = 'two';
            select.dispatchEvent(new Event('change'));
          })()""");
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
  void instancesFollowTheSliderAndNothingIsLost() throws Exception {
    var program = Chromium.program();
    assumeTrue(program.isPresent(), "no Chromium here: what a reader does is not tested");
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
    try (var browser = new Chromium(program.get(), directory);
        var running = pipeline.start();
        var page = Page.of(running).load(counted).start()) {
      counted.running = Optional.of(running);
      var tab = browser.tab(1280, 720);
      tab.open(page.link());
      tab.await("document.querySelectorAll('.operator').length === 3");
      for (int k = 0; !tab.value("document.activeElement.id").asString().equals("load"); k++) {
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
  void withoutTheTokenNothingCanBeChanged() throws Exception {
    var program = Chromium.program();
    assumeTrue(program.isPresent(), "no Chromium here: what a reader does is not tested");
    var pipeline =
        Pipeline.named("numbers")
            .from("numbers", Source.generate(number -> number).rate(100))
            .to("out", Sink.forEach(_ -> {}));
    try (var browser = new Chromium(program.get(), directory);
        var running = pipeline.start();
        var page = Page.of(running).load(new Knob()).start()) {
      var tab = browser.tab(1280, 720);
      tab.open(page.address());
      tab.await("document.querySelectorAll('.operator').length === 2");
      assertThat(tab.value("document.querySelector('#load') === null").asBoolean()).isTrue();
    }
  }
}
