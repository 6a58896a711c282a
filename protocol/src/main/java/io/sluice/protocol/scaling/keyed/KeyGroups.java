package io.sluice.protocol.scaling.keyed;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/**
 * A set of key groups. The keys of a keyed operator fall into a fixed number of groups, numbered
 * from 0; each group has one owner at any time, which has its state.
 *
 * @param numbers in ascending order, each once
 */
public record KeyGroups(List<Integer> numbers) {

  public static final KeyGroups NONE = new KeyGroups(List.of());

  public KeyGroups {
    numbers = List.copyOf(new TreeSet<>(numbers));
  }

  static KeyGroups of(Collection<Integer> some) {
    return new KeyGroups(List.copyOf(some));
  }

  public boolean contains(int group) {
    return numbers.contains(group);
  }

  public int size() {
    return numbers.size();
  }

  public void forEach(IntConsumer action) {
    numbers.forEach(action::accept);
  }

  KeyGroups plus(KeyGroups more) {
    var all = new TreeSet<>(numbers);
    all.addAll(more.numbers);
    return of(all);
  }

  KeyGroups minus(KeyGroups fewer) {
    var rest = new TreeSet<>(numbers);
    rest.removeAll(fewer.numbers);
    return of(rest);
  }

  /** Deals the groups to the takers in turn; for each group its taker. */
  Map<Integer, Integer> deal(List<Integer> takers) {
    var dealt = new TreeMap<Integer, Integer>();
    for (int k = 0; k < numbers.size(); k++) {
      dealt.put(numbers.get(k), takers.get(k % takers.size()));
    }
    return dealt;
  }
}
