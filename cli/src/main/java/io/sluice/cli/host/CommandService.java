package io.sluice.cli.host;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.ClusterOptions;
import io.sluice.locks.Sluice;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ParameterException;

/**
 * Does commands for other processes on the host of a node: listens at its {@link NodeAddress}, and
 * has a virtual thread for each caller.
 */
public final class CommandService implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CommandService.class);

  /** How long a caller may take to show the secret, and then to say what it wants. */
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(3);

  /** How many callers may be connected that have not shown the secret. */
  private static final int MOST_STRANGERS = 256;

  /**
   * How long after a connection that could not be accepted the next one is, as if files ran out.
   */
  private static final Duration PAUSE = Duration.ofMillis(100);

  private static final long LOOK_MILLIS = 10;

  private final Sluice sluice;
  private final ClusterOptions options;
  private final KeyProof proof;
  private final CommandParser parser;
  private final NodeAddress.Bound bound;
  private final Set<Caller> callers = ConcurrentHashMap.newKeySet();
  private final Semaphore strangers = new Semaphore(MOST_STRANGERS);
  private volatile boolean closing;

  private CommandService(
      Sluice sluice,
      ClusterOptions options,
      Map<String, Supplier<? extends ServedCommand>> commands)
      throws IOException {
    this.sluice = sluice;
    this.options = options;
    var store = options.keyStore();
    this.proof = store.isPresent() ? KeyProof.of(store.get(), options.password()) : KeyProof.NONE;
    this.parser = new CommandParser(commands);
    this.bound = NodeAddress.bind(options.cluster());
  }

  /**
   * Begins to listen.
   *
   * @param sluice the node
   * @param options those of the node
   * @param commands what it can do, by name
   * @throws IOException if it cannot listen, with the reason
   */
  public static CommandService start(
      Sluice sluice,
      ClusterOptions options,
      Map<String, Supplier<? extends ServedCommand>> commands)
      throws IOException {
    var service = new CommandService(sluice, options, commands);
    Thread.ofVirtual().name("commands of this host").start(service::accept);
    return service;
  }

  private void accept() {
    boolean failed = false;
    while (!bound.socket().isClosed()) {
      try {
        var socket = bound.socket().accept();
        failed = false;
        if (strangers.tryAcquire()) {
          Thread.startVirtualThread(() -> serve(socket));
        } else {
          socket.close();
        }
      } catch (IOException e) {
        if (!bound.socket().isClosed()) {
          if (!failed) {
            LOG.warn("cannot accept commands of this host at present: {}", e.getMessage());
          }
          failed = true;
          LockSupport.parkNanos(PAUSE.toNanos());
        }
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      var known = admit(socket);
      if (known.isPresent()) {
        serve(known.get());
      }
    } catch (IOException e) {
      // The caller has ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The connection, if the caller shows the secret; from then on it is no stranger any more. */
  private Optional<Connection> admit(Socket socket) throws IOException {
    try {
      var connection = new Connection(socket, NodeAddress.SECRET);
      return isKnown(connection) ? Optional.of(connection) : Optional.empty();
    } finally {
      strangers.release();
    }
  }

  private boolean isKnown(Connection connection) {
    var hello = connection.next(PATIENCE);
    return hello != null
        && hello.type() == Talk.HELLO
        && MessageDigest.isEqual(hello.content(), bound.address().commandSecret());
  }

  private void serve(Connection connection) throws IOException, InterruptedException {
    connection.expect(Talk.LONGEST_REQUEST);
    var caller = new Caller(connection, options.lease());
    callers.add(caller);
    try {
      // Later callers were not told that the node ends, nor are they waited for.
      if (closing) {
        return;
      }
      serve(connection, caller);
    } finally {
      callers.remove(caller);
    }
    connection.awaitEnd(PATIENCE);
  }

  private void serve(Connection connection, Caller caller)
      throws IOException, InterruptedException {
    var address = bound.address();
    byte[] nonce = proof.nonce();
    connection.send(
        Message.draft(Talk.WELCOME)
            .raw(address.nodeSecret())
            .number(Talk.VERSION)
            .raw(nonce)
            .done());
    var request = connection.next(PATIENCE);
    if (request == null || request.type() != Talk.REQUEST) {
      return;
    }
    var in = request.read();
    byte[] callerNonce = in.raw(KeyProof.NONCE);
    byte[] shown = in.bytes();
    if (!KeyProof.isSame(proof.of(KeyProof.Side.COMMAND, nonce, callerNonce), shown)) {
      caller.refuse(Talk.REFUSED, "it has another key store, or none");
      return;
    }
    byte[] own = proof.of(KeyProof.Side.NODE, nonce, callerNonce);
    connection.send(Message.draft(Talk.NODE_PROOF).bytes(own).done());
    long process = in.longNumber();
    var folder = Path.of(in.text());
    boolean forced = in.flag();
    var words = words(in);
    // `sluice who` shows the thread that asks.
    Thread.currentThread().setName("sluice %s, process %d".formatted(words.getFirst(), process));
    reporting(words.getFirst(), caller, () -> serve(words, folder, forced, caller));
  }

  private static List<String> words(Message.Reader in) throws IOException {
    int count = in.number();
    if (count < 1 || count > Talk.MOST_WORDS) {
      throw new IOException("a command has 1 to %d words".formatted(Talk.MOST_WORDS));
    }
    var words = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      words.add(in.text());
    }
    return words;
  }

  private void serve(List<String> words, Path folder, boolean forced, Caller caller)
      throws InterruptedException, ServedCommand.Refused {
    var command = parser.parse(words);
    var difference = command.clusterOptions().difference(options, forced, folder);
    if (difference.isPresent()) {
      caller.refuse(Talk.REFUSED, "it runs with another " + difference.get());
    } else if (command instanceof ServedCommand.Running) {
      command.serve(sluice, caller);
    } else {
      var work =
          Thread.ofVirtual()
              .name(Thread.currentThread().getName())
              .start(
                  () -> reporting(words.getFirst(), caller, () -> command.serve(sluice, caller)));
      caller.answerDuring(work);
    }
  }

  /** What is done for a caller. */
  private interface Work {
    void run() throws InterruptedException, ServedCommand.Refused;
  }

  /** Does it, and tells the caller if it cannot be done. */
  private static void reporting(String command, Caller caller, Work work) {
    try {
      work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ServedCommand.Refused e) {
      caller.refuse(Talk.REFUSED, String.valueOf(e.getMessage()));
    } catch (ParameterException e) {
      caller.refuse(Talk.BAD_USAGE, "");
    } catch (IllegalArgumentException e) {
      caller.end(
          Exit.BAD_USAGE,
          "",
          "sluice %1$s: %2$s (try: sluice %1$s --help)%n".formatted(command, e.getMessage()));
    } catch (RuntimeException e) {
      caller.end(Exit.INCOMPLETE, "", "sluice %s: failed: %s%n".formatted(command, e.getMessage()));
    }
  }

  /**
   * Tells the callers that their locks are lost, and waits until what they run has ended: for a
   * lease and a half at most, since a caller that is stopped may rely on its lock for up to a
   * lease, and its watchdog ends what it runs within half a lease from then.
   */
  @Override
  public void close() {
    closing = true;
    bound.close();
    callers.forEach(Caller::close);
    long lease = options.lease().toNanos();
    long end = System.nanoTime() + lease + lease / 2;
    boolean interrupted = false;
    while (!callers.isEmpty() && end - System.nanoTime() > 0) {
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
