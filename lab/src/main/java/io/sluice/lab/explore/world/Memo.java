package io.sluice.lab.explore.world;

import static io.sluice.lab.explore.table.LongIntMap.ABSENT;

import io.sluice.lab.explore.table.LongIntMap;
import io.sluice.lab.explore.world.Rewriter.Change;
import java.util.Arrays;

/**
 * What one worker has been told by the {@link Dictionary}. Protocols are pure, so nothing is ever
 * asked twice; and since no other worker touches it, nothing is locked.
 */
public final class Memo<S, M> {

  private final Dictionary<S, M> dictionary;

  private final StepMap steps = new StepMap();
  private final LongIntMap appended = new LongIntMap();
  private final LongIntMap without = new LongIntMap();
  private final LongIntMap clientsAfter = new LongIntMap();
  private final LongIntMap clientsOvertaken = new LongIntMap();
  private final LongIntMap rewrittenStates = new LongIntMap();
  private final LongIntMap rewrittenClients = new LongIntMap();
  private final LongIntMap rewrittenQueues = new LongIntMap();

  private int[][] queues = new int[64][];
  private int[] heads = new int[64];
  private int[] tails = new int[64];
  private Client[] clients = new Client[64];
  private byte[] outlooks = new byte[64];
  private Object[] states = new Object[64];
  private Object[] messages = new Object[64];
  private int[] kindsOfMessages = new int[64]; // one more than the number
  private long[] stateTimes = filled(64);
  private long[] queueTimes = filled(64);

  /** No value has this set of times: a world has fewer than 63. */
  private static final long UNKNOWN = -1;

  public Memo(Dictionary<S, M> dictionary) {
    this.dictionary = dictionary;
  }

  public Dictionary<S, M> dictionary() {
    return dictionary;
  }

  public Step step(int process, int state, int code) {
    long key = Dictionary.key(process, state, code);
    var step = steps.get(key);
    if (step.isNone()) {
      step = dictionary.step(key);
      steps.add(key, step);
    }
    return step;
  }

  int appended(int queue, int message) {
    long key = (long) queue << 32 | message;
    int known = appended.get(key);
    if (known == ABSENT) {
      known = dictionary.appended(queue, message);
      appended.add(key, known);
    }
    return known;
  }

  int without(int queue, int position) {
    long key = (long) queue << 32 | position;
    int known = without.get(key);
    if (known == ABSENT) {
      known = dictionary.without(queue, position);
      without.add(key, known);
    }
    return known;
  }

  /** The client after an input and the effects of the step; a message alone changes nothing. */
  public int clientAfter(int client, int code, int effects) {
    boolean arrival = (code & 1) == 0;
    if (arrival && effects == Dictionary.NO_EFFECTS) {
      return client;
    }
    long key = (long) client << 38 | (long) effects << 20 | (arrival ? 0 : (code >> 1) + 1);
    int known = clientsAfter.get(key);
    if (known == ABSENT) {
      known = dictionary.clientAfter(client, code, effects);
      clientsAfter.add(key, known);
    }
    return known;
  }

  int clientOvertaken(int client, int by) {
    long key = (long) client << 32 | by;
    int known = clientsOvertaken.get(key);
    if (known == ABSENT) {
      known = dictionary.clientOvertaken(client, by);
      clientsOvertaken.add(key, known);
    }
    return known;
  }

  /**
   * @param changeNumber which change it is, below 2^32
   */
  public int rewrittenState(int state, long changeNumber, Change change) {
    long key = (long) state << 32 | changeNumber;
    int known = rewrittenStates.get(key);
    if (known == ABSENT) {
      known = dictionary.rewriteState(state, changeNumber, change);
      rewrittenStates.add(key, known);
    }
    return known;
  }

  public int rewrittenClient(int client, long changeNumber, Change change) {
    long key = (long) client << 32 | changeNumber;
    int known = rewrittenClients.get(key);
    if (known == ABSENT) {
      known = dictionary.rewriteClient(client, changeNumber, change);
      rewrittenClients.add(key, known);
    }
    return known;
  }

  int rewrittenQueue(int queue, long changeNumber, Change change) {
    long key = (long) queue << 32 | changeNumber;
    int known = rewrittenQueues.get(key);
    if (known == ABSENT) {
      known = dictionary.rewriteQueue(queue, changeNumber, change);
      rewrittenQueues.add(key, known);
    }
    return known;
  }

  int[] queue(int number) {
    if (number >= queues.length) {
      queues = Arrays.copyOf(queues, roomFor(number));
    }
    int[] known = queues[number];
    if (known == null) {
      known = dictionary.queue(number);
      queues[number] = known;
    }
    return known;
  }

  Client client(int number) {
    if (number >= clients.length) {
      clients = Arrays.copyOf(clients, roomFor(number));
    }
    var known = clients[number];
    if (known == null) {
      known = dictionary.client(number);
      clients[number] = known;
    }
    return known;
  }

  /** The oldest message of a channel that is not empty. */
  int head(int queue) {
    if (queue >= tails.length || tails[queue] == 0) {
      lookUp(queue);
    }
    return heads[queue];
  }

  /** The channel without its oldest message. */
  int tail(int queue) {
    if (queue >= tails.length || tails[queue] == 0) {
      lookUp(queue);
    }
    return tails[queue] - 1;
  }

  private void lookUp(int queue) {
    if (queue >= tails.length) {
      heads = Arrays.copyOf(heads, roomFor(queue));
      tails = Arrays.copyOf(tails, roomFor(queue));
    }
    heads[queue] = queue(queue)[0];
    tails[queue] = without(queue, 0) + 1;
  }

  /** What may be expected of a client: the bits of {@link Client#outlook}. */
  public int outlook(int client) {
    if (client >= outlooks.length) {
      outlooks = Arrays.copyOf(outlooks, roomFor(client));
    }
    if (outlooks[client] == 0) {
      outlooks[client] = (byte) client(client).outlook();
    }
    return outlooks[client];
  }

  @SuppressWarnings("unchecked")
  S state(int number) {
    if (number >= states.length) {
      states = Arrays.copyOf(states, roomFor(number));
    }
    if (states[number] == null) {
      states[number] = dictionary.state(number);
    }
    return (S) states[number];
  }

  @SuppressWarnings("unchecked")
  M message(int number) {
    if (number >= messages.length) {
      messages = Arrays.copyOf(messages, roomFor(number));
    }
    if (messages[number] == null) {
      messages[number] = dictionary.message(number);
    }
    return (M) messages[number];
  }

  /** The number of all messages that differ from one only in their logical times. */
  int kindOfMessage(int message) {
    if (message >= kindsOfMessages.length) {
      kindsOfMessages = Arrays.copyOf(kindsOfMessages, roomFor(message));
    }
    if (kindsOfMessages[message] == 0) {
      kindsOfMessages[message] = dictionary.kindOfMessage(message) + 1;
    }
    return kindsOfMessages[message] - 1;
  }

  /** The logical times in a state, as bits. */
  long timesOfState(int state) {
    if (state >= stateTimes.length) {
      stateTimes = grown(stateTimes, state);
    }
    if (stateTimes[state] == UNKNOWN) {
      stateTimes[state] = dictionary.timesOfState(state);
    }
    return stateTimes[state];
  }

  /** The logical times in the messages of a channel, as bits. */
  long timesOfQueue(int queue) {
    if (queue >= queueTimes.length) {
      queueTimes = grown(queueTimes, queue);
    }
    if (queueTimes[queue] == UNKNOWN) {
      queueTimes[queue] = dictionary.timesOfQueue(queue);
    }
    return queueTimes[queue];
  }

  private static long[] grown(long[] old, int number) {
    long[] larger = filled(roomFor(number));
    System.arraycopy(old, 0, larger, 0, old.length);
    return larger;
  }

  private static long[] filled(int length) {
    long[] array = new long[length];
    Arrays.fill(array, UNKNOWN);
    return array;
  }

  private static int roomFor(int number) {
    return number + (number >> 1) + 64;
  }
}
