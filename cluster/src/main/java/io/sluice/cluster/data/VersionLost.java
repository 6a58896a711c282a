package io.sluice.cluster.data;

/** The newest version of some data is known to have existed, and no member has it any more. */
public final class VersionLost extends IllegalStateException {

  private static final long serialVersionUID = 1;

  private final long known;
  private final long surviving;

  /**
   * @param known the version that is lost
   * @param surviving the newest version that a member has
   */
  public VersionLost(String data, long known, long surviving) {
    super(
        "version %d of data '%s' is lost: no member has it; the newest that has survived is %d. Call"
                .formatted(known, data, surviving)
            + " recover() to go on with that, or let a member that has a newer one join");
    this.known = known;
    this.surviving = surviving;
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
