package io.sluice.lab.explore.world;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers for values: equal values have equal numbers, counted from 0. */
public final class Interner<T> {

  private final Map<T, Integer> numbers = new HashMap<>();
  private final List<T> values = new ArrayList<>();
  private final String kind;
  private final int limit;

  /**
   * @param limit how many numbers there is room for where they are packed together
   */
  public Interner(String kind, int limit) {
    this.kind = kind;
    this.limit = limit;
  }

  public int number(T value) {
    Integer known = numbers.get(value);
    if (known != null) {
      return known;
    }
    int number = values.size();
    if (number == limit) {
      throw new IllegalStateException("more than %,d different %s".formatted(limit, kind));
    }
    numbers.put(value, number);
    values.add(value);
    return number;
  }

  boolean contains(T value) {
    return numbers.containsKey(value);
  }

  public T value(int number) {
    return values.get(number);
  }

  public int size() {
    return values.size();
  }
}
