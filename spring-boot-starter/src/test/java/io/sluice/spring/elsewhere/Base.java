package io.sluice.spring.elsewhere;

import io.sluice.spring.SluiceLock;

/** A superclass of a bean of another package. */
public class Base {

  @SluiceLock("x")
  void run() {}
}
