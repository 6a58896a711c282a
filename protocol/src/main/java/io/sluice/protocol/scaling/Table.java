package io.sluice.protocol.scaling;

import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;

/** A routing table: the instances that one gets records from, and those that it sends them to. */
public record Table(ProcessSet preds, ProcessSet succs) {

  /** The table of an instance without neighbours. */
  public static final Table EMPTY = new Table(ProcessSet.EMPTY, ProcessSet.EMPTY);

  /** The table that a founder begins with: records go from lower groups to higher ones. */
  static Table of(int founder, Layout layout) {
    var neighbours = layout.competitors(founder).minus(layout.newcomers());
    var preds = neighbours.intersection(ProcessSet.range(0, founder));
    return new Table(preds, neighbours.minus(preds));
  }

  public ProcessSet neighbours() {
    return preds.plus(succs);
  }

  Table plus(Side side, ProcessSet instances) {
    return switch (side) {
      case PREDECESSOR -> new Table(preds.plus(instances), succs);
      case SUCCESSOR -> new Table(preds, succs.plus(instances));
    };
  }

  Table plus(Table other) {
    return new Table(preds.plus(other.preds), succs.plus(other.succs));
  }

  Table minus(int instance) {
    return new Table(preds.minus(instance), succs.minus(instance));
  }

  Table minus(Table other) {
    return new Table(preds.minus(other.preds), succs.minus(other.succs));
  }
}
