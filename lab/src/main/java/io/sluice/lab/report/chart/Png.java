package io.sluice.lab.report.chart;

/** The outcome of drawing a PNG: some machines, such as bare containers, have no fonts to do it. */
public sealed interface Png {

  /** A picture. */
  final class Image implements Png {
    private final byte[] bytes;

    Image(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    /** The bytes of the file. */
    public byte[] bytes() {
      return bytes.clone();
    }
  }

  /** One sentence that says what is missing and how to get it. */
  record Unavailable(String reason) implements Png {}
}
