package io.sluice.lab.explore.world;

import io.sluice.lab.client.ClientState;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.contract.Contract;
import io.sluice.lab.explore.contract.Contract.Taken;
import io.sluice.lab.explore.contract.Outcome;
import io.sluice.lab.explore.world.Client.Draw;
import io.sluice.lab.explore.world.Client.Grant;
import io.sluice.lab.explore.world.Journal.Question;
import io.sluice.lab.explore.world.Rewriter.Change;
import io.sluice.lab.explore.world.Step.Effects;
import io.sluice.lab.verdict.Finding;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import io.sluice.protocol.Protocol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

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
  private static final int MOST_TAKEN_AGAIN = 1_000;

  /** The first steps, that number of them, are taken twice; of those that follow, one in four. */
  private static final int ALWAYS_TWICE = 1_000;

  private static final int BETWEEN_SAMPLES = 4;
  static final int NO_EFFECTS = 0;

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
  private final LogicalTimes times = new LogicalTimes(rewriter);
  private final Contract<S, M> contract;
  private final int[] initialStates;

  /** What was looked into before; a state with fencing numbers is not, where these are left out. */
  private final Contract.Known<S, M> known =
      new Contract.Known<>() {
        @Override
        public boolean state(S state) {
          return states.contains(state);
        }

        @Override
        public boolean message(M message) {
          return messages.contains(message);
        }
      };

  private Optional<Finding> impurity = Optional.empty();
  private final Journal<S, M> journal = new Journal<>();

  public Dictionary(Scope<S, M> scope) {
    this.scope = scope;
    this.n = scope.layout().size();
    this.queues = new Queues(scope.channels());
    this.initialStates = new int[n];
    Arrays.fill(initialStates, -1);
    this.contract = new Contract<>(scope.algorithm(), scope.layout());
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

  /** How the numbers came about, where that is kept. */
  public Journal<S, M> journal() {
    return journal;
  }

  /** Answers a question, and notes it if it gives a new number. */
  private int noted(IntSupplier answer, Question question, int... numbers) {
    int before = size();
    int number = answer.getAsInt();
    if (journal.isKept() && size() > before) {
      journal.add(question, number, numbers);
    }
    return number;
  }

  /** How many numbers were given. */
  private int size() {
    return states.size()
        + clients.size()
        + messages.size()
        + queues.size()
        + inputs.size()
        + effects.size();
  }

  /** Asked for once: a state that is changed in place would have another number each time. */
  synchronized int initialState(int node) {
    if (initialStates[node] < 0) {
      initialStates[node] = states.number(processes.get(node).initial());
    }
    return initialStates[node];
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
    int before = inputs.size();
    int code = 2 * inputs.number(input) + 1;
    if (journal.isKept() && inputs.size() > before) {
      journal.add(input, code, effects);
    }
    return code;
  }

  /** The code of an order, which some question gave rise to. */
  synchronized int code(Input.Order<M> order, Question question, int... numbers) {
    return noted(() -> 2 * inputs.number(order) + 1, question, numbers);
  }

  synchronized Effects effects(int number) {
    return effects.value(number);
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
    return noted(() -> queues.appended(queue, message), Question.APPENDED, queue, message);
  }

  synchronized int without(int queue, int position) {
    return noted(() -> queues.without(queue, position), Question.WITHOUT, queue, position);
  }

  /** What an input and the step's effects make of the client. */
  synchronized int clientAfter(int client, int code, int effectsNumber) {
    var before = clients.value(client);
    return noted(
        () -> clients.number(before.after(input(code), effects.value(effectsNumber))),
        Question.CLIENT_AFTER,
        client,
        code,
        effectsNumber);
  }

  synchronized int clientOvertaken(int client, int by) {
    return noted(
        () -> clients.number(clients.value(client).overtakenBy(by)),
        Question.CLIENT_OVERTAKEN,
        client,
        by);
  }

  synchronized int clientWith(int client, Client.Clock clock) {
    return noted(
        () -> clients.number(clients.value(client).with(clock)),
        Question.CLIENT_CLOCK,
        client,
        clock.due() ? 1 : 0,
        clock.paused() + 1);
  }

  /** What is left of the state of a process that crashes. */
  synchronized int stateCrashed(int node, int state) {
    int initial = initialState(node);
    return scope
        .algorithm()
        .legacy()
        .map(legacy -> states.number(legacy.of(states.value(initial), states.value(state))))
        .orElse(initial);
  }

  synchronized int clientCrashed(int client) {
    return noted(
        () -> clients.number(clients.value(client).crashing()), Question.CLIENT_CRASHED, client);
  }

  /** A process, its state and the code of an input, in a number. */
  static long key(int process, int state, int code) {
    return (long) process << 58 | (long) state << 31 | code;
  }

  private static int process(long key) {
    return (int) (key >>> 58);
  }

  private static int state(long key) {
    return (int) (key >>> 31) & (MOST_STATES - 1);
  }

  private static int inputCode(long key) {
    return (int) key & Integer.MAX_VALUE;
  }

  synchronized Step step(long key) {
    var step = steps.get(key);
    if (step.isNone()) {
      int before = size();
      var protocol = processes.get(process(key));
      boolean sampled = steps.size() % BETWEEN_SAMPLES == 0;
      var taken =
          contract.take(
              protocol,
              states.value(state(key)),
              input(inputCode(key)),
              sampled || steps.size() < ALWAYS_TWICE,
              known);
      step = step(key, taken);
      steps.add(key, step);
      if (journal.isKept() && size() > before) {
        journal.add(Question.STEP, Journal.answer(step), process(key), state(key), inputCode(key));
      }
      if (sampled) {
        takeSomeStepAgain();
      }
    }
    return step;
  }

  /** Takes steps again that were taken before: all of them, or a sample if there are many. */
  public synchronized void takeStepsAgain() {
    for (int step = 0; step < Math.min(MOST_TAKEN_AGAIN, steps.size()); step++) {
      takeSomeStepAgain();
    }
  }

  /**
   * Takes some step again. One that has another outcome now becomes one that fails: a search that
   * comes to it shows the way.
   */
  private void takeSomeStepAgain() {
    long key = steps.next();
    var known = steps.get(key);
    if (impurity.isPresent() || effects.value(known.effects()).failure().isPresent()) {
      return;
    }
    S state = states.value(state(key));
    Input<M> input = input(inputCode(key));
    var again = step(key, contract.takeAgain(processes.get(process(key)), state, input));
    if (!again.isSameAs(known)) {
      var finding = contract.impure(state, input);
      steps.replace(key, failed(state(key), finding));
      impurity = Optional.of(finding.of(scope.layout().name(process(key))));
    }
  }

  /** That some step does not always have the same outcome, as far as that was noticed. */
  public synchronized Optional<Finding> impurity() {
    return impurity;
  }

  /** What is wrong with the first state of some process, if anything is. */
  public synchronized Optional<Finding> wrongAtFirst() {
    return IntStream.range(0, n)
        .mapToObj(
            node ->
                contract
                    .initial(processes.get(node))
                    .map(finding -> finding.of(scope.layout().name(node) + ":")))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Step step(long key, Taken<S, M> taken) {
    return taken
        .wrong()
        .map(wrong -> failed(state(key), wrong))
        .orElseGet(() -> step(key, taken.outcome().orElseThrow()));
  }

  private Step failed(int state, Finding wrong) {
    return new Step(state, 0, effects.number(Effects.failed(wrong)), false, false, new int[0]);
  }

  private Step step(long key, Outcome<S, M> outcome) {
    int process = process(key);
    int state = state(key);
    var sent = outcome.sends().stream().map(send -> withoutFences(send.message())).toList();
    int[] sends = new int[2 * sent.size()];
    for (int k = 0; k < sent.size(); k++) {
      sends[2 * k] = outcome.sends().get(k).to();
      sends[2 * k + 1] = messages.number(sent.get(k));
    }
    S next = outcome.next();
    boolean fresh =
        scope.unbounded() && freshTime(states.value(state), input(inputCode(key)), next, sent);
    int number = states.number(withoutFences(next));
    return new Step(
        number,
        Fingerprint.term(process, number) - Fingerprint.term(process, state),
        effects.number(effects(outcome)),
        !outcome.grants().isEmpty(),
        fresh,
        sends);
  }

  private Effects effects(Outcome<S, M> outcome) {
    return new Effects(
        outcome.grants().stream()
            .findFirst()
            .map(grant -> new Grant(grant.unit(), scope.fences() ? grant.fence() : 0, Claim.ALONE)),
        outcome.joined(),
        outcome.departed(),
        outcome.timers().stream().map(Outcome.Timer::name).toList(),
        outcome.draws().stream().map(draw -> new Draw(draw.name(), draw.bound())).toList(),
        Optional.empty());
  }

  private <T> T withoutFences(T value) {
    boolean leftOut = scope.algorithm().fenced() && !scope.fences();
    return leftOut ? rewriter.rewrite(value, WITHOUT_FENCES) : value;
  }

  private boolean freshTime(S before, Input<M> input, S next, List<M> sent) {
    long known = times.in(before);
    if (input instanceof Input.Receive(_, M message)) {
      known |= times.in(message);
    }
    long made = times.in(next);
    for (M message : sent) {
      made |= times.in(message);
    }
    return (made & ~known) != 0;
  }

  synchronized long timesOfState(int number) {
    return times.in(states.value(number));
  }

  synchronized long timesOfQueue(int number) {
    long all = 0;
    for (int message : queues.value(number)) {
      all |= times.in(messages.value(message));
    }
    return all;
  }

  /** The logical times in a state. */
  synchronized List<LogicalTimes.Held> timesByComponent(int state) {
    return times.byComponent(states.value(state));
  }

  /** The logical times in the messages of a channel. */
  synchronized List<LogicalTimes.Held> timesByComponentOfQueue(int queue) {
    return queues.value(queue).stream()
        .flatMap(message -> times.byComponent(messages.value(message)).stream())
        .toList();
  }

  /**
   * @param changeNumber which change it is, below 2^32
   */
  synchronized int rewriteState(int number, long changeNumber, Change change) {
    return noted(
        () -> states.number(rewriter.rewrite(states.value(number), change)),
        Question.REWRITTEN_STATE,
        number,
        (int) changeNumber);
  }

  synchronized int rewriteClient(int number, long changeNumber, Change change) {
    return noted(
        () -> clients.number(rewriter.rewrite(clients.value(number), change)),
        Question.REWRITTEN_CLIENT,
        number,
        (int) changeNumber);
  }

  /** The code of an input with the numbers in it changed. */
  public synchronized int rewriteCode(int code, Change change) {
    if (input(code) instanceof Input.Receive<M>(int from, M message)) {
      return arrival(change.node(from), messages.number(rewriter.rewrite(message, change)));
    }
    return code;
  }

  synchronized int rewriteQueue(int number, long changeNumber, Change change) {
    return noted(
        () ->
            queues.replaced(
                number,
                message -> messages.number(rewriter.rewrite(messages.value(message), change))),
        Question.REWRITTEN_QUEUE,
        number,
        (int) changeNumber);
  }

  private static final Change WITHOUT_FENCES =
      new Change() {
        @Override
        public long fence(long fence) {
          return 0;
        }
      };
}
