package io.sluice.lab.report.chart;

/** The result of drawing a PNG. Some machines, such as minimal containers, have no fonts. */
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
