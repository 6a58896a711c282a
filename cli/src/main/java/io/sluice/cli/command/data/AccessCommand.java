package io.sluice.cli.command.data;

import io.sluice.cli.command.Subcommand;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.ClusterOptions;
import io.sluice.cli.text.Json;
import io.sluice.cluster.LongestTime;
import io.sluice.locks.DataHandle;
import io.sluice.locks.DataLostException;
import io.sluice.locks.LockLostException;
import io.sluice.locks.Pending;
import io.sluice.locks.Sluice;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Joins the cluster for as long as it uses one piece of data. */
abstract class AccessCommand extends Subcommand {

  static final long LOOK_MILLIS = 50;

  /** For FILE: standard input or output. */
  static final String STANDARD = "-";

  @Parameters(index = "0", paramLabel = "NAME", description = "The data's name.")
  private String name;

  @Option(
      names = "--wait",
      paramLabel = "10s",
      description =
          "How long to wait for the cluster and the data together (default: without limit).")
  private Optional<String> patience = Optional.empty();

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      defaultValue = "1",
      description =
          "The size with which Java applications open the data, if they do (default: 1); the same"
              + " everywhere. What is put may have any size.")
  private long size;

  @Option(names = "--json", description = "Print one JSON object with name, version and bytes.")
  private boolean json;

  @Mixin private ClusterOptions cluster;

  /** When to give up waiting. */
  private long end;

  /** Ends the command with a sentence and an exit code. */
  static final class Ended extends Exception {
    private static final long serialVersionUID = 1;
    private final int code;

    Ended(int code, String why) {
      super(why);
      this.code = code;
    }
  }

  /** What a command does with the data. */
  abstract int use(DataHandle data) throws Ended, IOException, InterruptedException;

  /** Refuses bad arguments, and reads what is to be written, before anything is joined. */
  void prepare() throws Ended, IOException {}

  /** Deletes what {@link #prepare} has made. */
  void cleanUp() throws IOException {}

  @Override
  public final Integer call() throws IOException, InterruptedException {
    if (name.isBlank()) {
      throw new IllegalArgumentException(
          "the data's name is empty; write one, as in: data get prices");
    }
    try {
      prepare();
      return join();
    } catch (Ended end) {
      err().println("sluice data %s: %s".formatted(verb(), end.getMessage()));
      err().flush();
      return end.code;
    } finally {
      cleanUp();
    }
  }

  private int join() throws Ended, IOException, InterruptedException {
    end = System.nanoTime() + LongestTime.nanos(patience());
    try (Sluice sluice = cluster.builder().join()) {
      while (!sluice.awaitMembership(Duration.ofMillis(LOOK_MILLIS))) {
        stopIfAsked();
        if (end - System.nanoTime() <= 0) {
          throw new Ended(
              Exit.NOT_IN_TIME,
              "cluster '%s' could not be joined within %s: check its name, %s"
                  .formatted(cluster.cluster(), patience.orElse(""), cluster.whereabouts()));
        }
      }
      if (sluice.view().members().size() < 2) {
        throw new Ended(
            Exit.INCOMPLETE,
            "cluster '%s' has no other member, so nothing keeps data '%s': start a member that"
                    .formatted(cluster.cluster(), name)
                + " stays, with `sluice node --cluster %s`".formatted(cluster.cluster()));
      }
      return use(open(sluice));
    } catch (DataLostException e) {
      throw new Ended(Exit.VIOLATION, String.valueOf(e.getMessage()));
    } catch (LockLostException e) {
      throw new Ended(Exit.LOST, String.valueOf(e.getMessage()));
    }
  }

  private Duration patience() {
    return patience
        .map(text -> ClusterOptions.duration("--wait", text))
        .orElse(LongestTime.DURATION);
  }

  private DataHandle open(Sluice sluice) {
    try {
      return sluice.data(name).size(size).open();
    } catch (UnsupportedOperationException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Waits for lock and data. */
  final <V extends AutoCloseable> V acquire(Pending<V> pending) throws Ended, InterruptedException {
    var asked = CompletableFuture.supplyAsync(() -> acquired(pending), Thread::startVirtualThread);
    while (true) {
      try {
        return asked.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (interrupt().getAsBoolean()) {
          pending.close();
          stopIfAsked();
        }
        if (end - System.nanoTime() <= 0) {
          pending.close();
          throw new Ended(
              Exit.NOT_IN_TIME,
              "timed out after %s waiting for data '%s'".formatted(patience.orElse(""), name));
        }
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException known
            ? known
            : new IllegalStateException(e.getCause());
      }
    }
  }

  private static <V> V acquired(Pending<V> pending) {
    try {
      return pending.acquire();
    } catch (InterruptedException e) {
      throw new CompletionException(e);
    }
  }

  final void stopIfAsked() throws Ended {
    if (interrupt().getAsBoolean()) {
      throw new Ended(Exit.INTERRUPTED, "interrupted; data '%s' is as it was".formatted(name));
    }
  }

  /** Prints which version was written or read. */
  final void report(long version, long bytes) {
    if (json) {
      Json.print(
          Json.object().put("name", name).put("version", version).put("bytes", bytes), out());
    } else {
      out().println("data '%s': version %d, %,d bytes".formatted(name, version, bytes));
      out().flush();
    }
  }

  final String dataName() {
    return name;
  }

  final boolean isJson() {
    return json;
  }

  abstract String verb();
}
