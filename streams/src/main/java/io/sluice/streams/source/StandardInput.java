package io.sluice.streams.source;

import io.sluice.streams.Source;
import java.io.FilterInputStream;
import java.io.InputStream;

/** The lines of standard input, which stays open. */
public final class StandardInput implements Source<String> {

  @Override
  public Reader<String> open() {
    return LineThread.start("standard input", () -> new StaysOpen(System.in));
  }

  private static final class StaysOpen extends FilterInputStream {

    StaysOpen(InputStream in) {
      super(in);
    }

    @Override
    public void close() {}
  }
}
