package io.sluice.lab.explore.checkpoint;

import java.io.Serial;

/**
 * The disk does not take or give what a search needs of it. The search ends; the checkpoint written
 * before stays as it is.
 */
public final class DiskTroubleException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private final String what;

  DiskTroubleException(String what) {
    super(what);
    this.what = what;
  }

  DiskTroubleException(String what, Throwable cause) {
    super(what, cause);
    this.what = what;
  }

  /** What is wrong, and what becomes of the checkpoint, in a sentence that another may follow. */
  public String what() {
    return what;
  }
}
