package io.sluice.bench.locks;

import java.io.IOException;
import java.time.Duration;

/** Two processes with a bare TCP connection between them, to be measured again and again. */
final class RawTcp {

  private static final int HEAP = 16;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Child sender;

  RawTcp(Children children) throws IOException, InterruptedException {
    var echo = children.java("echo", Wire.class, HEAP);
    sender = children.java("sender", Wire.class, HEAP);
    echo.tell("listen");
    sender.tell("connect", echo.answer(PATIENCE).getFirst());
    sender.answer(PATIENCE);
  }

  Figures.OneWay measure(Duration duration) throws IOException, InterruptedException {
    sender.tell("measure", duration.toNanos());
    var nanoseconds = sender.answer(duration.plus(PATIENCE));
    return new Figures.OneWay(
        Long.parseLong(nanoseconds.get(0)) / 1e3, Long.parseLong(nanoseconds.get(1)) / 1e3);
  }
}
