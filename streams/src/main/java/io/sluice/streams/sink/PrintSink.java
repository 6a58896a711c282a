package io.sluice.streams.sink;

import io.sluice.streams.Sink;
import java.io.PrintStream;

/** Prints each record as a line, many at a time. */
public final class PrintSink implements Sink<Object> {

  @Override
  public Writer<Object> open() {
    return new LinePrinter(System.out);
  }

  private static final class LinePrinter implements Writer<Object> {

    private static final int LONGEST = 8_192;

    private final PrintStream out;
    private final StringBuilder text = new StringBuilder();

    LinePrinter(PrintStream out) {
      this.out = out;
    }

    @Override
    public void write(Object record) {
      text.append(record).append(System.lineSeparator());
      if (text.length() >= LONGEST) {
        print();
      }
    }

    /** Prints whole lines in one call, so that instances do not mix theirs. */
    private void print() {
      out.print(text);
      text.setLength(0);
    }

    @Override
    public void flush() {
      if (!text.isEmpty()) {
        print();
        out.flush();
      }
    }

    @Override
    public void close() {
      flush();
    }
  }
}
