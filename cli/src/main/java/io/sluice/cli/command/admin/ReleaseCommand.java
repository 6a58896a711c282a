package io.sluice.cli.command.admin;

import io.sluice.cli.environment.Exit;
import io.sluice.locks.admin.Inspection;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice release}. */
@Command(
    name = "release",
    header = "Take a lock away from a holder that is stuck.",
    description = {
      "Joins the cluster, takes the lock away from its holders, and departs. A holder loses the lock"
          + " as if it had been cut off: its lease is invalid, and a command under `sluice lock` is"
          + " ended. The next holder has a higher fencing number.",
      "",
      "Every forced release is logged by the holder's member, with the reason. Exits with 1 if the"
          + " lock was not held, with 3 if a member has not answered."
    },
    footer = {
      "  sluice release nightly --force",
      "  sluice release nightly --force --reason 'host is being replaced'",
      "  sluice release nightly --force --fence 1873243502346240001"
    })
public final class ReleaseCommand extends JoiningCommand {

  @Parameters(index = "0", paramLabel = "NAME", description = "The lock's name.")
  private String name;

  @Option(names = "--force", description = "Needed, since the holder may still rely on the lock.")
  private boolean force;

  @Option(
      names = "--fence",
      paramLabel = "N",
      description = "Only from the holder with this fencing number, as `sluice who` shows it.")
  private Optional<Long> fence = Optional.empty();

  @Option(names = "--reason", paramLabel = "TEXT", description = "For the logs.")
  private Optional<String> reason = Optional.empty();

  @Override
  void check() {
    if (!force) {
      throw new IllegalArgumentException(
          "the holder may still rely on lock '%s'; add --force to take it away".formatted(name));
    }
  }

  @Override
  int ask(Inspection cluster) throws InterruptedException {
    var outcome = cluster.release(name, fence, reason.orElse("sluice release"));
    outcome
        .released()
        .forEach(
            each ->
                out()
                    .println(
                        "released lock '%s', held by %s, %s, with fence %d"
                            .formatted(
                                name, each.member(), each.thread(), each.fence().orElseThrow())));
    out().flush();
    if (!outcome.silent().isEmpty()) {
      outcome
          .silent()
          .forEach(
              each ->
                  err()
                      .println(
                          "sluice release: %s has not answered; if it is cut off, it loses what it holds when its lease ends"
                              .formatted(each)));
      return Exit.INCOMPLETE;
    }
    if (outcome.released().isEmpty()) {
      err().println("sluice release: lock '%s' is not held".formatted(name));
      return Exit.VIOLATION;
    }
    return Exit.FINE;
  }
}
