package io.sluice.bench.locks.measure;

import io.sluice.bench.process.Child;
import io.sluice.bench.process.Children;
import java.io.IOException;
import java.time.Duration;

/** Two processes with a plain TCP connection between them, measured once for each service. */
public final class RawTcp {

  private static final int HEAP = 16;
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

  private final Child sender;

  public RawTcp(Children children) throws IOException, InterruptedException {
    var echo = children.java("echo", TcpEnd.class, HEAP);
    sender = children.java("sender", TcpEnd.class, HEAP);
    echo.tell("listen");
    sender.tell("connect", echo.answer(ANSWER_LIMIT).getFirst());
    sender.answer(ANSWER_LIMIT);
  }

  Figures.OneWay measure(Duration duration) throws IOException, InterruptedException {
    sender.tell("measure", duration.toNanos());
    var nanoseconds = sender.answer(duration.plus(ANSWER_LIMIT));
    return new Figures.OneWay(
        Long.parseLong(nanoseconds.get(0)) / 1e3, Long.parseLong(nanoseconds.get(1)) / 1e3);
  }
}
