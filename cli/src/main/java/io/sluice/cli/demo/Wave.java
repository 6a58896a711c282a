package io.sluice.cli.demo;

/** How many orders come a second: a wave, times what the reader has chosen. */
final class Wave {

  private static final double WAVE_SECONDS = 24;
  private static final double BURST = 2.5;
  private static final long BURST_NANOS = 4_000_000_000L;

  private final double least;
  private final double height;
  private volatile double factor = 1;
  private volatile long burstUntil = System.nanoTime();

  Wave(double least, double height) {
    this.least = least;
    this.height = height;
  }

  double factor() {
    return factor;
  }

  void change(double chosen) {
    factor = chosen;
  }

  void burst() {
    burstUntil = System.nanoTime() + BURST_NANOS;
  }

  /** Orders a second, that many seconds after the start. */
  double rate(double seconds) {
    double wave = (1 - Math.cos(2 * Math.PI * seconds / WAVE_SECONDS)) / 2;
    double burst = System.nanoTime() - burstUntil < 0 ? BURST : 1;
    return (least + height * wave) * factor * burst;
  }
}
