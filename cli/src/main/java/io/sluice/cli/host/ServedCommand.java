package io.sluice.cli.host;

import io.sluice.cli.option.ClusterOptions;
import io.sluice.locks.Sluice;
import java.util.List;

/** A command that a node can do for another process on its host, with the words of that process. */
public interface ServedCommand {

  /** The cluster that the command is for. */
  ClusterOptions clusterOptions();

  /**
   * Does it.
   *
   * @param sluice the node
   * @param caller the process that wants it
   * @throws IllegalArgumentException if the words are wrong, as when the other process does it by
   *     itself
   * @throws Refused if this node cannot do it, and the other process can by joining
   */
  void serve(Sluice sluice, Caller caller) throws InterruptedException, Refused;

  /**
   * One that runs something of its own under a lock, which the words have after {@code --}. Callers
   * with the same words share one, also at the same time, so it must not change while it serves.
   */
  interface Running extends ServedCommand {

    /** What to run, as far as it was among the words before and after {@code --}. */
    List<String> command();
  }

  /** This node does not do it. */
  final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * @param why completes "the node on this host does not do this: ..."
     */
    public Refused(String why) {
      super(why);
    }
  }
}
