package io.sluice.lab.explore.world;

import io.sluice.lab.explore.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The numbers of all that channels have held, each a list of the numbers of messages. Where a
 * channel delivers in any order the list is sorted, so that what holds the same messages is the
 * same.
 */
public final class Queues {

  /** The number of a channel that holds nothing. */
  public static final int EMPTY = 0;

  /** The room that the packed keys of {@link Memo} leave. */
  private static final int MOST = 1 << 30;

  private static final long BYTES_A_MESSAGE = 40;

  private final Interner<List<Integer>> contents = new Interner<>("channel contents", MOST);
  private final Scope.Channels channels;
  private long messages;

  Queues(Scope.Channels channels) {
    this.channels = channels;
    var _ = number(new ArrayList<>());
  }

  /** How many different contents channels have had. */
  int size() {
    return contents.size();
  }

  List<Integer> value(int number) {
    return contents.value(number);
  }

  int appended(int queue, int message) {
    var longer = new ArrayList<>(value(queue));
    longer.add(message);
    return number(longer);
  }

  int without(int queue, int position) {
    var rest = new ArrayList<>(value(queue));
    rest.remove(/* index */ position);
    return number(rest);
  }

  /** The channel with another message in each one's place. */
  int replaced(int queue, IntUnaryOperator message) {
    var others = new ArrayList<Integer>();
    value(queue).forEach(each -> others.add(message.applyAsInt(each)));
    return number(others);
  }

  private int number(List<Integer> queue) {
    if (channels == Scope.Channels.UNORDERED) {
      queue.sort(null);
    }
    int before = contents.size();
    int number = contents.number(List.copyOf(queue));
    messages += (long) (contents.size() - before) * queue.size();
    return number;
  }

  /** A careful guess of the memory taken. */
  long bytes() {
    return messages * BYTES_A_MESSAGE;
  }
}
