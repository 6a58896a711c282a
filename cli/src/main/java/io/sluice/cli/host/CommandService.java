package io.sluice.cli.host;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.ClusterOptions;
import io.sluice.locks.Sluice;
import java.io.IOException;
import java.net.Socket;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import picocli.CommandLine.ParameterException;

/**
 * Does commands for other processes on the host of a node: listens at its {@link NodeAddress}, and
 * has a virtual thread for each caller.
 */
public final class CommandService implements AutoCloseable {

  /** How long a caller may take to say what it wants. */
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

  private static final long LOOK_MILLIS = 10;

  private final Sluice sluice;
  private final ClusterOptions options;
  private final KeyProof proof;
  private final CommandParser parser;
  private final NodeAddress.Bound bound;
  private final Set<Caller> callers = ConcurrentHashMap.newKeySet();

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
    try {
      while (true) {
        var socket = bound.socket().accept();
        Thread.startVirtualThread(() -> serve(socket));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(Socket socket) {
    try (var connection = new Connection(socket)) {
      var caller = new Caller(connection, options.lease());
      callers.add(caller);
      try {
        serve(connection, caller);
      } finally {
        callers.remove(caller);
      }
    } catch (IOException e) {
      // The caller has ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(Connection connection, Caller caller)
      throws IOException, InterruptedException {
    var hello = connection.next(PATIENCE);
    var address = bound.address();
    if (hello == null
        || hello.type() != Talk.HELLO
        || !MessageDigest.isEqual(hello.content(), address.commandSecret())) {
      return;
    }
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
    boolean forced = in.flag();
    var words = words(in);
    // `sluice who` shows the thread that asks.
    Thread.currentThread().setName("sluice %s, process %d".formatted(words.getFirst(), process));
    serve(words, forced, caller);
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

  private void serve(List<String> words, boolean forced, Caller caller)
      throws InterruptedException {
    try {
      var command = parser.parse(words);
      var difference = command.clusterOptions().difference(options, forced);
      if (difference.isPresent()) {
        caller.refuse(Talk.REFUSED, "it runs with another " + difference.get());
      } else {
        command.serve(sluice, caller);
      }
    } catch (ServedCommand.Refused e) {
      caller.refuse(Talk.REFUSED, String.valueOf(e.getMessage()));
    } catch (ParameterException e) {
      caller.refuse(Talk.BAD_USAGE, "");
    } catch (IllegalArgumentException e) {
      caller.end(
          Exit.BAD_USAGE,
          "",
          "sluice %1$s: %2$s (try: sluice %1$s --help)%n"
              .formatted(words.getFirst(), e.getMessage()));
    } catch (RuntimeException e) {
      caller.end(
          Exit.INCOMPLETE,
          "",
          "sluice %s: failed: %s%n".formatted(words.getFirst(), e.getMessage()));
    }
  }

  /**
   * Tells the callers that their locks are lost, and waits until what they run has ended, for a
   * lease at most.
   */
  @Override
  public void close() {
    bound.close();
    callers.forEach(Caller::close);
    long end = System.nanoTime() + options.lease().toNanos();
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
