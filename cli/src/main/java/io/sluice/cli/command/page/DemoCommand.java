package io.sluice.cli.command.page;

import io.sluice.cli.command.Subcommand;
import io.sluice.cli.demo.DemoJob;
import io.sluice.cli.demo.KafkaDemo;
import io.sluice.cli.environment.Browser;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.text.Json;
import io.sluice.cli.text.RunText;
import io.sluice.page.Page;
import io.sluice.page.pipeline.Load;
import io.sluice.streams.Running;
import io.sluice.streams.Snapshot;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sluice demo}: an elastic pipeline under a load wave. */
@Command(
    name = "demo",
    header = "Watch a pipeline that scales itself, and loses nothing.",
    description = {
      "Runs a pipeline of orders for a minute. Their number rises and falls, and two neighbouring"
          + " steps duplicate and delete their instances with it. In the browser you can change the"
          + " load, add a burst, and scale by hand. Every order has a number, so lost and doubled"
          + " ones are counted at the end.",
      "",
      "With --kafka it starts a Kafka broker and three workers as processes of their own, and kills"
          + " one of them half-way; what it ran goes on in the others, exactly once."
    },
    footer = {
      "  sluice demo",
      "  sluice demo --seconds 20 --no-page",
      "  sluice demo --kafka",
      "  sluice demo --json"
    })
public final class DemoCommand extends Subcommand {

  private static final Duration LOOK = Duration.ofMillis(100);
  private static final long SECOND = 1_000_000_000L;
  private static final double MOST_SECONDS = 3_600;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "How long it runs (default: 60).")
  private double seconds;

  @Option(names = "--kafka", description = "On a Kafka broker of its own, with three workers.")
  private boolean kafka;

  @Option(names = "--no-page", description = "Only in the terminal.")
  private boolean noPage;

  @Option(names = "--json", description = "Print one JSON object at the end.")
  private boolean json;

  private int peak;

  @Override
  public Integer call() throws InterruptedException {
    // Written so that NaN is refused, too.
    if (!(seconds > 0 && seconds <= MOST_SECONDS)) {
      throw new IllegalArgumentException(
          "--seconds %s: write a number above 0 and up to %,.0f".formatted(seconds, MOST_SECONDS));
    }
    interrupt().letFinish();
    if (kafka) {
      say("Starting a Kafka broker and three workers ...");
      try (var demo = KafkaDemo.start(interrupt())) {
        return run(demo, demo);
      }
    }
    var job = new DemoJob();
    try (var running = job.start()) {
      return run(running, job);
    }
  }

  private int run(Running running, Load load) throws InterruptedException {
    var page = noPage ? Optional.<Page>empty() : Optional.of(page(running, load));
    try {
      follow(running, load);
      running.stop();
      print(running.snapshot(), load);
    } finally {
      page.ifPresent(Page::close);
    }
    var found = load.found();
    boolean good = found.lost() == 0 && found.doubled() == 0 && found.outOfOrder() == 0;
    if (!good) {
      return Exit.VIOLATION;
    }
    return interrupt().getAsBoolean() ? Exit.INTERRUPTED : Exit.FINE;
  }

  private Page page(Running running, Load load) {
    var page = Page.of(running).load(load).start();
    boolean shown = !json && Browser.open(page.link());
    say((shown ? "Opened: " : "No display here. Open in a browser: ") + page.link());
    say("");
    return page;
  }

  private void follow(Running running, Load load) throws InterruptedException {
    long begun = System.nanoTime();
    long nextLine = begun + SECOND;
    long before = 0;
    while (System.nanoTime() - begun < seconds * SECOND && !interrupt().getAsBoolean()) {
      if (running.await(LOOK)) {
        return;
      }
      var now = running.snapshot();
      peak = Math.max(peak, instances(now));
      if (System.nanoTime() - begun > seconds * SECOND / 2 && now.recordsOut() > 0) {
        killOnce(load);
      }
      if (System.nanoTime() - nextLine >= 0) {
        nextLine += SECOND;
        say(RunText.progress(now, (double) (now.recordsIn() - before)));
        before = now.recordsIn();
      }
    }
  }

  /** Kills a worker half-way, unless the reader has killed one before. */
  private void killOnce(Load load) {
    var workers = load.workers();
    if (workers.size() > 1 && load.crashes() == 0) {
      load.kill(workers.get(1));
      say("    %s was killed; the others take over what it ran".formatted(workers.get(1)));
    }
  }

  /** Instances of the steps that scale themselves. */
  private static int instances(Snapshot now) {
    return now.operators().stream()
        .filter(each -> each.max() > each.min())
        .mapToInt(Snapshot.OfOperator::instances)
        .sum();
  }

  private void print(Snapshot end, Load load) {
    var found = load.found();
    if (json) {
      var root = Json.object();
      root.put("recordsIn", end.recordsIn()).put("recordsOut", end.recordsOut());
      root.put("lost", found.lost()).put("doubled", found.doubled());
      root.put("outOfOrder", found.outOfOrder());
      root.put("actions", end.actions());
      root.put("longestGapMs", Json.rounded(end.longestGapMillis()));
      root.put("instancesPeak", peak).put("crashes", load.crashes());
      root.put("seconds", Json.rounded(end.seconds()));
      Json.print(root, out());
      return;
    }
    say("");
    say(
        String.format(
            Locale.ROOT,
            "%,d records in, %,d out, %s lost, %s doubled, %s out of order",
            end.recordsIn(),
            end.recordsOut(),
            mark(found.lost()),
            mark(found.doubled()),
            mark(found.outOfOrder())));
    say(
        String.format(
            Locale.ROOT,
            "%,d instances begun or ended, at most %d at once; longest gap %.0f ms",
            end.actions(),
            peak,
            end.longestGapMillis()));
    if (load.crashes() > 0) {
      say("%d worker%s killed".formatted(load.crashes(), load.crashes() == 1 ? " was" : "s were"));
    }
  }

  private String mark(long number) {
    return number == 0 ? terminal().good("0") : terminal().bad(String.format("%,d", number));
  }

  private void say(String line) {
    if (!json) {
      out().println(line);
      out().flush();
    }
  }
}
