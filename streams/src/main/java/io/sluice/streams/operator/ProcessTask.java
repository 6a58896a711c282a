package io.sluice.streams.operator;

import io.sluice.streams.KeyedContext;
import io.sluice.streams.KeyedFunction;
import io.sluice.streams.graph.Logic.KeyContext;
import io.sluice.streams.graph.Logic.KeyedTask;
import io.sluice.streams.graph.Output;
import java.util.function.Supplier;

/** Runs a {@link KeyedFunction}. */
public final class ProcessTask<K, S, T, R> implements KeyedTask {

  /** In place of a state if a key has none. */
  private static final Object NONE = new Object();

  private final Supplier<? extends S> initial;
  private final KeyedFunction<K, S, ? super T, R> function;

  public ProcessTask(Supplier<? extends S> initial, KeyedFunction<K, S, ? super T, R> function) {
    this.initial = initial;
    this.function = function;
  }

  @Override
  @SuppressWarnings("unchecked") // the stream before it has records of this type
  public void process(int input, Object record, KeyContext context) throws Exception {
    var call = new Call<K, R>(context, context.watermark(), context.watermark());
    var state = (S) context.state(initial);
    call.keep(function.onRecord(state, (T) record, call));
  }

  @Override
  @SuppressWarnings("unchecked") // only states of this type are set
  public void expired(long timer, KeyContext context) throws Exception {
    var state = context.state(() -> NONE);
    if (NONE.equals(state)) {
      context.removeState();
    } else {
      var call = new Call<K, R>(context, timer - 1, timer);
      call.keep(function.onTimer((S) state, timer, call));
    }
  }

  /** What the function sees of a key while it is called. */
  private static final class Call<K, R> implements KeyedContext<K, R> {

    private final KeyContext context;
    private final long watermark;
    private final long now;
    private boolean forgotten;

    /**
     * @param watermark of what is emitted
     * @param now timers expire after this
     */
    Call(KeyContext context, long watermark, long now) {
      this.context = context;
      this.now = now;
      this.watermark = watermark;
    }

    void keep(Object state) {
      if (forgotten) {
        context.removeState();
      } else if (state == null) {
        throw new NullPointerException(
            "the function gave null as state; call forget() to remove the state of a key");
      } else {
        context.setState(state);
      }
    }

    @Override
    @SuppressWarnings("unchecked") // the key function of this operator gives keys of this type
    public K key() {
      return (K) context.key();
    }

    @Override
    public long time() {
      return context.time();
    }

    @Override
    public void emit(R record) {
      if (record == null) {
        throw new NullPointerException("the function emitted null; a record must not be null");
      }
      context.emit(0, record, context.time(), watermark);
    }

    @Override
    public void timer(long time) {
      // However far the watermark has come here, a timer expires after what is processed now: so
      // the order of timers does not depend on how records have travelled.
      if (now < Output.END_OF_TIME) {
        context.timer(Math.max(time, now + 1));
      }
    }

    @Override
    public void forget() {
      forgotten = true;
    }
  }
}
