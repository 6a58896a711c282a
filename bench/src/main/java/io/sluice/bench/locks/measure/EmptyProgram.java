package io.sluice.bench.locks.measure;

/** Does nothing: what the start of a JVM takes. */
final class EmptyProgram {

  private EmptyProgram() {}

  public static void main(String[] args) {}
}
