package io.sluice.lab.experiment.catalogue;

/** The measures by which protocols are compared. */
public enum Quantity {
  /** Bandwidth without competition: all messages of one entry and exit. */
  MESSAGES("messages per entry, without competition"),

  /** Bandwidth when all nodes ask all the time. */
  MESSAGES_BUSY("messages per entry, all nodes ask"),

  /** Messages in sequence from a request to its grant without competition. */
  CLIENT_DELAY("client delay"),

  /** Messages in sequence from an exit to the next entry when exactly one node waits. */
  SYNCHRONISATION_DELAY("synchronisation delay");

  private final String label;

  Quantity(String label) {
    this.label = label;
  }

  /** The name in the report. */
  public String label() {
    return label;
  }
}
