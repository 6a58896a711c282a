package io.sluice.lab.experiment.catalogue;

/** What an entry costs: the measures by which protocols are compared. */
public enum Quantity {
  /** Bandwidth when nobody competes: all messages of one enter and exit. */
  MESSAGES("messages per entry, nobody competes"),

  /** Bandwidth when everybody asks all the time. */
  MESSAGES_BUSY("messages per entry, everybody asks"),

  /** Messages in sequence from asking to entering when nobody competes. */
  CLIENT_DELAY("client delay"),

  /** Messages in sequence from an exit to the next entry when exactly one waits. */
  SYNCHRONISATION_DELAY("synchronisation delay");

  private final String label;

  Quantity(String label) {
    this.label = label;
  }

  /** For a reader. */
  public String label() {
    return label;
  }
}
