package io.sluice.cli.command.lock;

import io.sluice.cli.command.Subcommand;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.environment.GuardedCommand;
import io.sluice.cli.option.ClusterOptions;
import io.sluice.locks.Sluice;
import io.sluice.locks.leader.Candidate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice lead}. */
@Command(
    name = "lead",
    header = "Keep a command running on exactly one host.",
    description = {
      "Run the same line on several hosts: one of them leads and runs the command, the others wait."
          + " When the leader's host dies or is cut off, another one leads and runs it. The command"
          + " finds its fencing number in SLUICE_FENCE; it is higher than that of every earlier"
          + " leader. If leadership is lost, or this process is killed, or stopped for longer than"
          + " its lease, the command is ended: with SIGTERM first, with SIGKILL two seconds later.",
      "",
      "When the command ends by itself, this host resigns, so that another one leads, and stands"
          + " again. Ends with Ctrl-C or SIGTERM, which the command gets as SIGTERM; leadership is"
          + " handed over when the command has ended."
    },
    footer = {
      "  sluice lead scheduler -- ./scheduler.sh",
      "  sluice lead scheduler --priority high -- ./scheduler.sh",
      "  sluice lead migration --once -- ./migrate.sh"
    })
public final class LeadCommand extends Subcommand {

  private static final Duration LOOK = Duration.ofMillis(50);

  @Parameters(index = "0", paramLabel = "NAME", description = "What to lead.")
  private String name;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "What the leader runs, after --.")
  private List<String> command;

  @Option(
      names = "--priority",
      paramLabel = "P",
      description =
          "The more urgent lead first: high, normal, low, or a number from 0, the most urgent, up"
              + " (default: normal). A leader is not replaced.")
  private Optional<String> priority = Optional.empty();

  @Option(
      names = "--once",
      description = "Exit as the command does when it ends by itself, instead of standing again.")
  private boolean once;

  @Option(
      names = "--pause",
      paramLabel = "1s",
      defaultValue = "1s",
      description =
          "How long to wait before standing again when the command has ended (default: 1s).")
  private String pause;

  @Option(
      names = "--grace",
      paramLabel = "10s",
      defaultValue = "10s",
      description = "How long the command may take to end after SIGTERM (default: 10s).")
  private String grace;

  @Option(
      names = "--verbose",
      description = "Print to standard error when this host leads, and when it does no longer.")
  private boolean verbose;

  @Mixin private ClusterOptions cluster;

  @Override
  public Integer call() throws InterruptedException {
    if (name.isBlank()) {
      throw new IllegalArgumentException("the name is empty; write one, as in: lead scheduler");
    }
    var urgency = LockCommand.priority(priority.orElse("normal"));
    var between = ClusterOptions.duration("--pause", pause);
    var time = ClusterOptions.duration("--grace", grace);
    interrupt().letFinish();
    try (Sluice sluice = cluster.builder().join()) {
      while (!interrupt().getAsBoolean()) {
        var code = stand(sluice.leader(name).priority(urgency), time).flatMap(this::exit);
        if (code.isPresent()) {
          return code.get();
        }
        rest(between);
      }
      return Exit.INTERRUPTED;
    }
  }

  /**
   * Runs the command once when this host leads. It stands no longer afterwards: while it pauses, it
   * must not lead without a command.
   *
   * @return how the command has ended; empty if it has not been started
   */
  private Optional<GuardedCommand.Outcome> stand(Candidate.Builder standing, Duration time)
      throws InterruptedException {
    try (var candidate = standing.stand()) {
      while (!interrupt().getAsBoolean()) {
        if (candidate.awaitLeadership(LOOK)) {
          return candidate.term().map(term -> run(time, candidate, term));
        }
      }
      return Optional.empty();
    }
  }

  private GuardedCommand.Outcome run(Duration time, Candidate candidate, Candidate.Term term) {
    tell("leading '%s', with fence %d".formatted(name, term.fence()));
    try (var guarded = new GuardedCommand(command, cluster.lease(), time)) {
      return guarded.run(
          Map.of("SLUICE_FENCE", Long.toString(term.fence()), "SLUICE_LEAD", name),
          new Leading(candidate, term),
          interrupt());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return GuardedCommand.Outcome.interrupted();
    }
  }

  /** A leadership, as what the command is bound to. */
  private record Leading(Candidate candidate, Candidate.Term term) implements GuardedCommand.Held {
    @Override
    public boolean valid() {
      return candidate.term().equals(Optional.of(term));
    }

    @Override
    public Optional<Duration> remaining() {
      return candidate.remaining();
    }
  }

  /** What to exit with; nothing to stand again. */
  private Optional<Integer> exit(GuardedCommand.Outcome outcome) {
    return switch (outcome.end()) {
      case EXITED -> {
        if (once) {
          yield Optional.of(outcome.code());
        }
        complain(
            "the command ended with %d; standing again for '%s'".formatted(outcome.code(), name));
        yield Optional.empty();
      }
      case LOST -> {
        complain("lost the leadership of '%s'%s".formatted(name, outcome.why()));
        yield Optional.empty();
      }
      case INTERRUPTED -> Optional.of(outcome.code());
      case NOT_STARTED -> {
        complain(outcome.why());
        yield Optional.of(outcome.code());
      }
    };
  }

  /** Waits, but not while this process is asked to end. */
  private void rest(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (end - System.nanoTime() > 0 && !interrupt().getAsBoolean()) {
      Thread.sleep(LOOK);
    }
  }

  private void tell(String what) {
    if (verbose) {
      complain(what);
    }
  }

  private void complain(String what) {
    err().println("sluice lead: " + what);
    err().flush();
  }
}
