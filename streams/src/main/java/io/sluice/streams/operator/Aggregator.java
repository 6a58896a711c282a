package io.sluice.streams.operator;

import java.util.function.BiFunction;
import java.util.function.Supplier;

/** A user's aggregate: what it begins with, and how a record is added. */
record Aggregator<T, A>(
    Supplier<? extends A> begin, BiFunction<? super A, ? super T, ? extends A> add) {

  A initial() {
    return notNull(begin.get(), "the supplier of the first aggregate");
  }

  /**
   * @param aggregate an A: the state of a key is kept untyped
   * @param record a T
   */
  @SuppressWarnings("unchecked") // both come from where only these types are put
  A add(Object aggregate, Object record) {
    return notNull(add.apply((A) aggregate, (T) record), "the function that adds a record");
  }

  static <A> A notNull(A aggregate, String function) {
    if (aggregate == null) {
      throw new NullPointerException(function + " gave null; an aggregate must not be null");
    }
    return aggregate;
  }
}
