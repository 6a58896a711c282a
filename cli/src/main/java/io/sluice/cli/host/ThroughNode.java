package io.sluice.cli.host;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Whether a command goes through a node on its host. {@link CommandWords} reads the same words. */
public final class ThroughNode {

  @ArgGroup private Choice choice = new Choice();

  private static final class Choice {
    @Option(
        names = "--through-node",
        description =
            "Fail if no node of the cluster runs on this host (`sluice node`), instead of joining the"
                + " cluster. The options that say which cluster may then be left out but for"
                + " --cluster and --keystore.")
    private boolean forced;

    @SuppressWarnings("UnusedVariable") // CommandWords acts on it, before picocli is loaded
    @Option(
        names = "--no-node",
        description =
            "Join the cluster, even if a node of it runs on this host (default: through such a node"
                + " if it has the same options).")
    private boolean avoided;
  }

  /**
   * To be called before a command joins.
   *
   * @throws IllegalStateException if it must not
   */
  public void requireJoining() {
    if (choice.forced) {
      throw new IllegalStateException(
          "--through-node, but the node on this host does not do this; for lock, write -- before the"
              + " command");
    }
  }
}
