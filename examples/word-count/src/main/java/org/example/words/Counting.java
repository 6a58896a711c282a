package org.example.words;

import io.sluice.streams.KeyedContext;
import io.sluice.streams.KeyedFunction;
import org.example.words.WordCount.Count;

/** Counts the records of each key and emits the count at the end, when every timer expires. */
final class Counting implements KeyedFunction<String, Long, String, Count> {

  private static final long AT_THE_END = Long.MAX_VALUE;

  @Override
  public Long onRecord(Long times, String word, KeyedContext<String, Count> context) {
    if (times == 0) {
      context.timer(AT_THE_END);
    }
    return times + 1;
  }

  @Override
  public Long onTimer(Long times, long time, KeyedContext<String, Count> context) {
    context.emit(new Count(context.key(), times));
    return times;
  }
}
