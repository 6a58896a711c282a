package io.sluice.cli.host;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.environment.GuardedCommand;
import io.sluice.cli.environment.Watchdog;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Does a command through a node on this host, if one runs. It is on the way of every short command,
 * so it loads as few classes as possible: on the usual way no formatter, no pattern, no lambda, no
 * class of a cluster.
 */
public final class NodeClient implements Consumer<String> {

  /** Instead of an exit code: the command must join the cluster by itself. */
  public static final int JOIN = -1;

  /** Instead of an exit code: there is none yet. */
  private static final int WAITING = -2;

  /** Instead of an exit code: nothing has been asked for, since this is not a node that answers. */
  private static final int NO_NODE = -3;

  /** How long a node may be silent while the command waits for it. */
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

  private static final long FIRST_PATIENCE = TimeUnit.SECONDS.toNanos(2);
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long CHECK = TimeUnit.SECONDS.toNanos(1);

  private final CommandWords words;
  private final KeyProof proof;
  private final Connection node;
  private final Watchdog watchdog;
  private final BooleanSupplier interrupted;
  private long requested;

  private NodeClient(
      CommandWords words,
      KeyProof proof,
      Connection node,
      Watchdog watchdog,
      BooleanSupplier interrupted) {
    this.words = words;
    this.proof = proof;
    this.node = node;
    this.watchdog = watchdog;
    this.interrupted = interrupted;
  }

  /**
   * Does the command through a node.
   *
   * @param args the words of the command line
   * @param interrupted whether this process is asked to end
   * @return what to exit with, or {@link #JOIN}
   */
  public static int run(String[] args, BooleanSupplier interrupted) throws InterruptedException {
    var words = CommandWords.of(args);
    if (!words.isServed()) {
      return JOIN;
    }
    if (!NodeAddress.exists(words.cluster())) {
      return withoutNode(words);
    }
    try (var watchdog = new Watchdog()) {
      if (!words.command().isEmpty()) {
        watchdog.start();
      }
      return run(words, watchdog, interrupted);
    }
  }

  private static int run(CommandWords words, Watchdog watchdog, BooleanSupplier interrupted)
      throws InterruptedException {
    var proof = words.proof();
    if (proof == null) {
      // It fails as one that joins, and says why in the same words.
      return JOIN;
    }
    var found = NodeAddress.connect(words.cluster(), 0);
    while (found != null) {
      int code = run(found, words, proof, watchdog, interrupted);
      if (code != NO_NODE) {
        return code;
      }
      found = NodeAddress.connect(words.cluster(), found.number() + 1);
    }
    return withoutNode(words);
  }

  private static int run(
      NodeAddress.Found found,
      CommandWords words,
      KeyProof proof,
      Watchdog watchdog,
      BooleanSupplier interrupted)
      throws InterruptedException {
    boolean known = false;
    try (var node = new Connection(found.socket(), Talk.LONGEST)) {
      var client = new NodeClient(words, proof, node, watchdog, interrupted);
      var welcome = client.greet(found.address());
      known = welcome != null;
      return known ? client.request(welcome) : NO_NODE;
    } catch (IOException e) {
      return known ? notAnswered(words) : NO_NODE;
    }
  }

  private static int withoutNode(CommandWords words) {
    if (!words.forced()) {
      return JOIN;
    }
    complain(
        words,
        "no node of cluster '%1$s' answers commands of this user on this host: start one with `sluice node --cluster %1$s`, or leave out --through-node"
            .formatted(words.cluster()));
    return Exit.INCOMPLETE;
  }

  private static int notAnswered(CommandWords words) {
    if (!words.forced() && words.isRepeatable()) {
      return JOIN;
    }
    complain(words, "the node on this host does not answer; try again, or with --no-node");
    return Exit.INCOMPLETE;
  }

  /** Complains; not a lambda, which would have to be linked at every start. */
  @Override
  public void accept(String what) {
    complain(words, what);
  }

  private static void complain(CommandWords words, String what) {
    System.err.println(words.title().concat(": ").concat(what));
  }

  /** What the node answers, after its secret; null if that is not the node. */
  @SuppressWarnings("NullAway") // as a queue's poll
  private Message.Reader greet(NodeAddress address) throws IOException {
    node.send(Message.draft(Talk.HELLO).raw(address.commandSecret()).done());
    var welcome = node.next(FIRST_PATIENCE);
    if (welcome == null || welcome.type() != Talk.WELCOME) {
      return null;
    }
    var in = welcome.read();
    byte[] secret = address.nodeSecret();
    return Arrays.equals(in.raw(secret.length), secret) ? in : null;
  }

  private int request(Message.Reader in) throws IOException, InterruptedException {
    if (in.number() != Talk.VERSION) {
      return refused("it is of another version");
    }
    byte[] nodeNonce = in.raw(KeyProof.NONCE);
    byte[] nonce = proof.nonce();
    var request =
        Message.draft(Talk.REQUEST)
            .raw(nonce)
            .bytes(proof.of(KeyProof.Side.COMMAND, nodeNonce, nonce))
            .longNumber(ProcessHandle.current().pid())
            .text(System.getProperty("user.dir"))
            .flag(words.forced())
            .number(words.options().size());
    for (String word : words.options()) {
      request.text(word);
    }
    requested = System.nanoTime();
    node.send(request.done());
    var answer = node.next(FIRST_PATIENCE);
    if (answer == null || answer.type() == Talk.CLOSED) {
      return notAnswered(words);
    }
    if (answer.type() != Talk.NODE_PROOF) {
      return decided(answer);
    }
    if (!KeyProof.isSame(proof.of(KeyProof.Side.NODE, nodeNonce, nonce), answer.read().bytes())) {
      return refused("it has another key store, or none");
    }
    return await();
  }

  private int refused(String why) {
    if (!words.forced()) {
      return JOIN;
    }
    complain(words, "the node on this host does not do this: ".concat(why));
    return Exit.INCOMPLETE;
  }

  /** Waits for the lock, or for the answer. */
  private int await() throws IOException, InterruptedException {
    long heard = System.nanoTime();
    long checked = heard;
    while (!interrupted.getAsBoolean()) {
      var message = node.next(LOOK);
      long now = System.nanoTime();
      if (message != null) {
        heard = now;
        if (message.type() == Talk.GRANTED) {
          return hold(message);
        }
        int code = decided(message);
        if (code != WAITING) {
          return code;
        }
      } else if (now - heard > PATIENCE) {
        return notAnswered(words);
      } else if (now - checked > CHECK) {
        checked = now;
        node.send(Message.of(Talk.CHECK));
      }
    }
    // The lock may just have been granted, and nothing runs under it.
    node.send(Message.of(Talk.RELEASE));
    return Exit.INTERRUPTED;
  }

  /** What a message of the node other than the lock means. */
  private int decided(Message message) throws IOException {
    var in = message.read();
    return switch (message.type()) {
      case Talk.ALIVE -> WAITING;
      case Talk.SAY -> {
        System.err.println(in.text());
        yield WAITING;
      }
      case Talk.END -> {
        int code = in.number();
        System.out.print(in.text());
        System.out.flush();
        System.err.print(in.text());
        yield code;
      }
      case Talk.BAD_USAGE -> JOIN;
      case Talk.REFUSED -> refused(in.text());
      default -> notAnswered(words);
    };
  }

  private int hold(Message granted) throws IOException, InterruptedException {
    var in = granted.read();
    String name = in.text();
    var lock = new LockThroughNode(node, in, requested);
    try (var command =
        new GuardedCommand(
            words.command(),
            Duration.ofMillis(lock.leaseMillis()),
            GuardedCommand.GRACE,
            watchdog)) {
      if (!lock.confirm()) {
        complain(words, "lost lock '%s' before the command began".formatted(name));
        return Exit.LOST;
      }
      return command.underLock(name, lock, interrupted, this);
    } finally {
      lock.release();
    }
  }
}
