package org.example.fraud;

import io.sluice.streams.KeyedContext;
import io.sluice.streams.KeyedFunction;
import org.example.fraud.Fraud.Pair;

/**
 * Emits each payment once, with the first of its pairs, and forgets it as soon as no further pair
 * can come. The state is whether the payment has been emitted.
 */
final class Once implements KeyedFunction<Long, Boolean, Pair, Payment> {

  @Override
  public Boolean onRecord(Boolean emitted, Pair pair, KeyedContext<Long, Payment> context) {
    if (!emitted) {
      context.emit(pair.payment());
      context.timer(pair.payment().time() + Fraud.WITHIN.toMillis());
    }
    return true;
  }

  @Override
  public Boolean onTimer(Boolean emitted, long time, KeyedContext<Long, Payment> context) {
    context.forget();
    return emitted;
  }
}
