package io.sluice.locks;

import io.sluice.cluster.data.VersionLost;

/**
 * The newest version of some data was committed, and no member has it any more. {@link
 * DataHandle#recover} goes on with the newest version that has survived.
 */
public final class DataLostException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  private final long known;
  private final long surviving;

  DataLostException(VersionLost lost) {
    super(lost.getMessage(), lost);
    known = lost.known();
    surviving = lost.surviving();
  }

  /** The version that is lost. */
  public long known() {
    return known;
  }

  /** The newest version that has survived, as far as this node knows. */
  public long surviving() {
    return surviving;
  }
}
