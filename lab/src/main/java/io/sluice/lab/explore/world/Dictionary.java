package io.sluice.lab.explore.world;

import io.sluice.lab.client.ClientState;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.world.Client.Draw;
import io.sluice.lab.explore.world.Client.Grant;
import io.sluice.lab.explore.world.Rewriter.Change;
import io.sluice.lab.explore.world.Step.Effects;
import io.sluice.lab.verdict.Finding;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The numbers of all local states, clients, messages, channel contents and inputs, and the protocol
 * steps between them. All workers share it; each remembers what it was told (see {@link Memo}), so
 * its lock is taken some thousand times in a search of millions of worlds.
 */
public final class Dictionary<S, M> {

  /** The room that the packed keys of {@link Memo} leave. */
  private static final int MOST_STATES = 1 << 27;

  private static final int MOST_CLIENTS = 1 << 24;
  private static final int MOST_EFFECTS = 1 << 18;
  private static final long BYTES_A_VALUE = 300;
  private static final long BYTES_A_STEP = 100;
  private static final long BYTES_A_PLACE = 50;
  static final int NO_EFFECTS = 0;

  /** From this time on times cannot be told apart. */
  static final int TOO_LATE = Long.SIZE - 1;

  private final Scope<S, M> scope;
  private final int n;
  private final List<Protocol<S, M>> processes = new ArrayList<>();
  private final Interner<S> states = new Interner<>("local states", MOST_STATES);
  private final Interner<Client> clients = new Interner<>("clients", MOST_CLIENTS);
  private final Interner<M> messages = new Interner<>("messages", MOST_STATES);
  private final Interner<M> kindsOfMessages = new Interner<>("kinds of messages", MOST_STATES);
  private final Queues queues;
  private final Interner<Input<M>> inputs = new Interner<>("inputs", MOST_EFFECTS);
  private final Interner<Effects> effects = new Interner<>("effects", MOST_EFFECTS);
  private final StepMap steps = new StepMap();
  private final Rewriter rewriter = new Rewriter();

  public Dictionary(Scope<S, M> scope) {
    this.scope = scope;
    this.n = scope.layout().size();
    this.queues = new Queues(scope.channels());
    for (int node = 0; node < n; node++) {
      processes.add(scope.algorithm().process(node, scope.layout()));
    }
    effects.number(Effects.NONE);
  }

  /**
   * A careful guess of the memory that the dictionary takes, with what each of the workers
   * remembers of it.
   */
  public synchronized long bytes(int workers) {
    return (states.size() + messages.size() + clients.size()) * BYTES_A_VALUE
        + queues.bytes()
        + (long) steps.size() * (BYTES_A_STEP + workers * BYTES_A_PLACE);
  }

  synchronized int initialState(int node) {
    return states.number(processes.get(node).initial());
  }

  synchronized int firstClient(int node) {
    boolean newcomer = scope.layout().newcomers().contains(node);
    int entries = scope.claims().apply(node).isEmpty() ? 0 : scope.entries();
    return clients.number(
        Client.first(entries, newcomer ? ClientState.OUTSIDE : ClientState.THINKING));
  }

  public synchronized S state(int number) {
    return states.value(number);
  }

  synchronized Client client(int number) {
    return clients.value(number);
  }

  public synchronized M message(int number) {
    return messages.value(number);
  }

  /** The number of all messages that differ from one only in their logical times. */
  synchronized int kindOfMessage(int number) {
    return kindsOfMessages.number(rewriter.rewrite(messages.value(number), Rewriter.WITHOUT_TIMES));
  }

  synchronized int[] queue(int number) {
    return queues.value(number).stream().mapToInt(Integer::intValue).toArray();
  }

  /** The code of an input other than a message: odd, where messages are even. */
  synchronized int code(Input<M> input) {
    return 2 * inputs.number(input) + 1;
  }

  /** The code of the arrival of a message. */
  int arrival(int from, int message) {
    return 2 * (from + n * message);
  }

  public synchronized Input<M> input(int code) {
    if ((code & 1) == 1) {
      return inputs.value(code >> 1);
    }
    return new Input.Receive<>((code >> 1) % n, messages.value((code >> 1) / n));
  }

  synchronized int appended(int queue, int message) {
    return queues.appended(queue, message);
  }

  synchronized int without(int queue, int position) {
    return queues.without(queue, position);
  }

  /** What an input and the step's effects make of the client. */
  synchronized int clientAfter(int client, int code, int effectsNumber) {
    var before = clients.value(client);
    return clients.number(before.after(input(code), effects.value(effectsNumber)));
  }

  synchronized int clientOvertaken(int client, int by) {
    return clients.number(clients.value(client).overtakenBy(by));
  }

  synchronized int clientWith(int client, Client.Clock clock) {
    return clients.number(clients.value(client).with(clock));
  }

  synchronized int clientCrashed(int client) {
    return clients.number(clients.value(client).crashing());
  }

  synchronized Step step(int process, int state, int code, long key) {
    var step = steps.get(key);
    if (step.isNone()) {
      step = taken(process, state, code);
      steps.add(key, step);
    }
    return step;
  }

  private Step taken(int process, int state, int code) {
    var out = new Recorder();
    S before = states.value(state);
    Input<M> input = input(code);
    S next;
    try {
      next = processes.get(process).on(before, input, out);
    } catch (RuntimeException | AssertionError e) {
      var error = Effects.failed(Finding.failed(input, e, scope.layout()));
      return new Step(state, 0, effects.number(error), false, false, new int[0]);
    }
    var effect = out.effects();
    boolean fresh = scope.unbounded() && freshTime(before, input, next, out.messages);
    int number = states.number(withoutFences(next));
    return new Step(
        number,
        Fingerprint.term(process, number) - Fingerprint.term(process, state),
        effects.number(effect),
        out.grant.isPresent(),
        fresh,
        out.sends());
  }

  private <T> T withoutFences(T value) {
    boolean leftOut = scope.algorithm().fenced() && !scope.fences();
    return leftOut ? rewriter.rewrite(value, WITHOUT_FENCES) : value;
  }

  private boolean freshTime(S before, Input<M> input, S next, List<M> sent) {
    long known = times(before);
    if (input instanceof Input.Receive(_, M message)) {
      known |= times(message);
    }
    long made = times(next);
    for (M message : sent) {
      made |= times(message);
    }
    return (made & ~known) != 0;
  }

  synchronized long timesOfState(int number) {
    return times(states.value(number));
  }

  synchronized long timesOfQueue(int number) {
    long times = 0;
    for (int message : queues.value(number)) {
      times |= times(messages.value(message));
    }
    return times;
  }

  /** The logical times in a value as bits, the last of which stands for all that are too late. */
  private long times(Object value) {
    long[] seen = {0};
    var _ =
        rewriter.rewrite(
            value,
            new Change() {
              @Override
              public int time(int time) {
                seen[0] |= 1L << Math.min(time, TOO_LATE);
                return time;
              }
            });
    return seen[0];
  }

  /** Whether some of these times are too late for a canonical form. */
  static boolean hasTooLate(long times) {
    return times < 0;
  }

  /**
   * A logical time.
   *
   * @param component the component of a record that it is in
   */
  record TimeOf(String component, int time) {}

  /** The logical times in a state. */
  synchronized List<TimeOf> timesByComponent(int state) {
    return timesByComponent(states.value(state));
  }

  /** The logical times in the messages of a channel. */
  synchronized List<TimeOf> timesByComponentOfQueue(int queue) {
    return queues.value(queue).stream()
        .flatMap(message -> timesByComponent(messages.value(message)).stream())
        .toList();
  }

  private List<TimeOf> timesByComponent(Object value) {
    var times = new ArrayList<TimeOf>();
    var _ =
        rewriter.rewrite(
            value,
            new Change() {
              private String latest = "";

              @Override
              public void enter(Class<?> type, String component) {
                latest = type.getSimpleName() + "." + component;
              }

              @Override
              public int time(int time) {
                times.add(new TimeOf(latest, time));
                return time;
              }
            });
    return times;
  }

  synchronized int rewriteState(int number, Change change) {
    return states.number(rewriter.rewrite(states.value(number), change));
  }

  synchronized int rewriteClient(int number, Change change) {
    return clients.number(rewriter.rewrite(clients.value(number), change));
  }

  /** The code of an input with the numbers in it changed. */
  public synchronized int rewriteCode(int code, Change change) {
    if (input(code) instanceof Input.Receive<M>(int from, M message)) {
      return arrival(change.node(from), messages.number(rewriter.rewrite(message, change)));
    }
    return code;
  }

  synchronized int rewriteQueue(int number, Change change) {
    return queues.replaced(
        number, message -> messages.number(rewriter.rewrite(messages.value(message), change)));
  }

  /** Writes down the effects of one step. */
  private final class Recorder implements Outbox<M> {
    private Optional<Grant> grant = Optional.empty();
    private boolean joined;
    private boolean departed;
    private final List<Integer> to = new ArrayList<>();
    private final List<M> messages = new ArrayList<>();
    private final List<String> timers = new ArrayList<>();
    private final List<Draw> draws = new ArrayList<>();

    @Override
    public void send(int peer, M message) {
      if (peer < 0 || peer >= n) {
        throw new IllegalStateException("a message to process " + peer + " of " + n);
      }
      to.add(peer);
      messages.add(withoutFences(message));
    }

    private Effects effects() {
      return new Effects(
          grant, joined, departed, List.copyOf(timers), List.copyOf(draws), Optional.empty());
    }

    private int[] sends() {
      int[] sends = new int[2 * to.size()];
      for (int k = 0; k < to.size(); k++) {
        sends[2 * k] = to.get(k);
        sends[2 * k + 1] = Dictionary.this.messages.number(messages.get(k));
      }
      return sends;
    }

    @Override
    public void granted(int which, long number) {
      grant = Optional.of(new Grant(which, scope.fences() ? number : 0, Claim.ALONE));
    }

    @Override
    public void joined() {
      joined = true;
    }

    @Override
    public void departed() {
      departed = true;
    }

    @Override
    public void timer(String name, long delayMillis) {
      timers.add(name);
    }

    @Override
    public void draw(String name, int bound) {
      draws.add(new Draw(name, bound));
    }
  }

  private static final Change WITHOUT_FENCES =
      new Change() {
        @Override
        public long fence(long fence) {
          return 0;
        }
      };
}
