package io.sluice.lab.canary;

import io.sluice.cli.Main;

/** Breaks the arrows on purpose: the lab may not know the command line. */
public final class LabCanary {

  public Class<?> arrow() {
    return Main.class;
  }
}
