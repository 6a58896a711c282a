package io.sluice.cli.command.lock;

import io.sluice.cli.command.Subcommand;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.environment.GuardedCommand;
import io.sluice.cli.host.Caller;
import io.sluice.cli.host.ServedCommand;
import io.sluice.cli.host.ThroughNode;
import io.sluice.cli.option.ClusterOptions;
import io.sluice.cluster.LongestTime;
import io.sluice.locks.Lease;
import io.sluice.locks.LockLostException;
import io.sluice.locks.Priority;
import io.sluice.locks.Sluice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice lock}: flock(1) for a cluster. */
@Command(
    name = "lock",
    header = "Run a command while holding a lock.",
    description = {
      "Joins the cluster, or asks a node of it on this host (`sluice node`), waits for the lock, runs"
          + " the command, and exits as the command does. The command finds its fencing number in SLUICE_FENCE. If the lock is lost meanwhile, or"
          + " this process is killed, or stopped for longer than its lease, the command is ended:"
          + " with SIGTERM first, with SIGKILL two seconds later.",
      "",
      "A name stands for one kind of lock, in shells and in Java alike: without options lock(NAME),"
          + " with --shared or --exclusive readWriteLock(NAME), with --room groupLock(NAME), with"
          + " --priority or --units prioritySemaphore(NAME, K).",
      "",
      "Exits with 75 if it timed out waiting for the lock, with 76 if the lock was lost, and as"
          + " shells do with 127 if there is no such command and 126 if it cannot be executed."
    },
    parameterListHeading = "%n",
    footer = {
      "  sluice lock nightly -- ./backup.sh",
      "  sluice lock nightly --wait 10s -- ./backup.sh",
      "  sluice lock catalogue --shared -- ./report.sh",
      "  sluice lock render --units 4 --priority high -- ./render.sh",
      "  sluice lock nightly --through-node -- ./backup.sh",
      "  sluice lock nightly --kafka broker:9092 -- ./backup.sh",
      "  sluice lock counter -- sh -c 'echo $SLUICE_FENCE'"
    })
public final class LockCommand extends Subcommand implements ServedCommand.Running {

  private static final String PREFIX = "sluice lock: ";

  private static final long LOOK_MILLIS = 50;

  /** How long the members have to answer a command that does not wait. */
  private static final long ANSWERS = TimeUnit.MILLISECONDS.toNanos(100);

  @Parameters(index = "0", paramLabel = "NAME", description = "The lock's name.")
  private String name;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "What to run, after --.")
  private List<String> command;

  @Option(
      names = "--wait",
      paramLabel = "10s",
      description =
          "How long to wait for the lock, joining included; 0 means: only if it is free (default:"
              + " without limit).")
  private Optional<String> patience = Optional.empty();

  @Option(
      names = "--verbose",
      description = "Print to standard error when it waits for the lock, and when it holds it.")
  private boolean verbose;

  @Option(
      names = "--algorithm",
      paramLabel = "PROTOCOL",
      description =
          "The protocol to run the lock with, the same everywhere; `sluice list` shows all"
              + " (default: token-queue, or what fits the kind of lock).")
  private Optional<String> algorithm = Optional.empty();

  @ArgGroup private Kind kind = new Kind();

  @Mixin private ThroughNode through;

  @Mixin private ClusterOptions cluster;

  /** Which kind of lock the name stands for: a plain one unless one of these is given. */
  private static final class Kind {
    @Option(
        names = "--shared",
        description = "Acquire the read lock of a read-write lock: readers hold it together.")
    private boolean shared;

    @Option(
        names = "--exclusive",
        description = "Acquire the write lock of a read-write lock: one writer, and no reader.")
    private boolean exclusive;

    @Option(
        names = "--room",
        paramLabel = "ROOM",
        description =
            "Enter a room of a group lock: all holders in the same room hold it together.")
    private Optional<String> room = Optional.empty();

    @ArgGroup(exclusive = false)
    private Urgency urgency = new Urgency();

    /** The calls that a Java application makes for the same lock. */
    private CompletableFuture<Lease> ask(Sluice sluice, String name) {
      if (urgency.matters()) {
        return urgency.ask(sluice, name);
      }
      if (room.isPresent()) {
        return sluice.groupLock(name).enterAsync(room.get());
      }
      if (shared) {
        return sluice.readWriteLock(name).readLock().acquireAsync();
      }
      return exclusive
          ? sluice.readWriteLock(name).writeLock().acquireAsync()
          : sluice.lock(name).acquireAsync();
    }
  }

  /** A unit of a semaphore, the more urgent first. */
  private static final class Urgency {
    @Option(
        names = "--priority",
        paramLabel = "P",
        description =
            "Acquire a unit of a semaphore, before all requests that are less urgent: high, normal,"
                + " low, or a number from 0, the most urgent, up; high is 10, normal 20, low 30"
                + " (default: normal).")
    private Optional<String> priority = Optional.empty();

    @Option(
        names = "--units",
        paramLabel = "K",
        description =
            "The semaphore's number of units, the same everywhere (default: 1). Up to K commands"
                + " run together, each with its own unit in SLUICE_UNIT.")
    private Optional<Integer> units = Optional.empty();

    private boolean matters() {
      return priority.isPresent() || units.isPresent();
    }

    private CompletableFuture<Lease> ask(Sluice sluice, String name) {
      return sluice
          .prioritySemaphore(name, units.orElse(1))
          .acquireAsync(priority.map(LockCommand::priority).orElse(Priority.NORMAL));
    }
  }

  /** The urgency that a word of the command line names. */
  static Priority priority(String word) {
    return switch (word) {
      case "high" -> Priority.HIGH;
      case "normal" -> Priority.NORMAL;
      case "low" -> Priority.LOW;
      case String number when number.matches("[0-9]{1,9}") -> Priority.of(Integer.parseInt(number));
      default ->
          throw new IllegalArgumentException(
              "--priority %s: write high, normal, low or a number from 0 up".formatted(word));
    };
  }

  @Override
  public Integer call() throws InterruptedException {
    var wait = check();
    var builder = cluster.builder();
    algorithm.ifPresent(builder::algorithm);
    through.requireJoining();
    try (Sluice sluice = builder.join()) {
      var asked = kind.ask(sluice, name);
      // One that wants the lock only if it is free still has to join.
      long end = System.nanoTime() + LongestTime.nanos(wait.isZero() ? cluster.lease() : wait);
      boolean waiting = false;
      while (!interrupt().getAsBoolean()) {
        try (Lease lease = asked.get(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          tell(holding(lease));
          return run(lease);
        } catch (TimeoutException e) {
          if (!waiting && !sluice.view().members().isEmpty()) {
            waiting = true;
            tell(waiting());
            end = wait.isZero() ? System.nanoTime() + ANSWERS : end;
          }
          if (end - System.nanoTime() <= 0) {
            asked.cancel(false);
            complain(timedOut());
            return Exit.NOT_IN_TIME;
          }
        } catch (ExecutionException e) {
          throw new IllegalStateException(message(e), e);
        }
      }
      return Exit.INTERRUPTED;
    }
  }

  /** Refuses a bad name; how long to wait for the lock. */
  private Duration check() {
    if (name.isBlank()) {
      throw new IllegalArgumentException(
          "the lock's name is empty; write one, as in: lock nightly");
    }
    return patience
        .map(text -> ClusterOptions.duration("--wait", text))
        .orElse(LongestTime.DURATION);
  }

  @Override
  public ClusterOptions clusterOptions() {
    return cluster;
  }

  @Override
  public List<String> command() {
    return command;
  }

  @Override
  public void serve(Sluice sluice, Caller caller) throws InterruptedException, Refused {
    long wait = Math.max(LongestTime.nanos(check()), ANSWERS);
    if (algorithm.isPresent()) {
      throw new Refused("it runs its locks with the usual algorithms, without --algorithm");
    }
    var asked = kind.ask(sluice, name);
    try {
      long first = TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);
      var lease = caller.await(asked, first);
      if (lease.isEmpty()) {
        if (verbose) {
          caller.say(PREFIX + waiting());
        }
        lease = caller.await(asked, wait - first);
      }
      if (lease.isEmpty()) {
        lease = Caller.withdraw(asked);
      }
      if (lease.isEmpty()) {
        caller.end(Exit.NOT_IN_TIME, "", PREFIX + timedOut() + "\n");
        return;
      }
      if (verbose) {
        caller.say(PREFIX + holding(lease.get()));
      }
      caller.hold(lease.get());
    } catch (ExecutionException e) {
      caller.end(Exit.INCOMPLETE, "", PREFIX + "failed: " + message(e) + "\n");
    }
  }

  private static String message(ExecutionException e) {
    return String.valueOf(Optional.ofNullable(e.getCause()).orElse(e).getMessage());
  }

  private String holding(Lease lease) {
    return "holding lock '%s', with fence %d".formatted(name, lease.fence());
  }

  private String waiting() {
    return "waiting for lock '%s'".formatted(name);
  }

  private String timedOut() {
    return "timed out after %s waiting for lock '%s'".formatted(patience.orElse(""), name);
  }

  private void tell(String what) {
    if (verbose) {
      complain(what);
    }
  }

  private void complain(String what) {
    err().println(PREFIX + what);
    err().flush();
  }

  private int run(Lease lease) throws InterruptedException {
    try (var guarded = new GuardedCommand(command, cluster.lease(), GuardedCommand.GRACE)) {
      return guarded.underLock(name, new HeldLease(lease), interrupt(), this::complain);
    }
  }

  /** A lock that this process holds as a member of the cluster. */
  private record HeldLease(Lease lease) implements GuardedCommand.HeldLock {
    @Override
    public long fence() {
      return lease.fence();
    }

    @Override
    public int unit() {
      return lease.unit();
    }

    @Override
    public boolean valid() {
      return lease.valid();
    }

    @Override
    public Optional<Duration> remaining() {
      return lease.remaining();
    }

    @Override
    public String whyLost() {
      return lease.loss().map(LockLostException::why).orElse("");
    }
  }
}
