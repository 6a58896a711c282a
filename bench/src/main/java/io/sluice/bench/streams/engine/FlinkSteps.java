package io.sluice.bench.streams.engine;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** The functions of {@link Steps} in the forms that Flink wants. */
final class FlinkSteps {

  private static final int BLOCK = 1024;

  private FlinkSteps() {}

  /** The source's records, when they are due. */
  static final class PacedNumbers implements GeneratorFunction<Long, Long> {

    private static final long serialVersionUID = 1;
    private final Pacer pacer;

    PacedNumbers(Workload workload) {
      pacer = Pacer.of(workload);
    }

    @Override
    public void open(SourceReaderContext context) {
      pacer.restart();
    }

    @Override
    public Long map(Long number) throws InterruptedException {
      pacer.await();
      return number;
    }
  }

  /** Counts the records of each key, beside a state of the given size. */
  static final class Count extends KeyedProcessFunction<Integer, Long, Long> {

    private static final long serialVersionUID = 1;
    private final int stateBytes;
    private transient ValueState<Long> count;
    private transient MapState<Integer, byte[]> blocks;

    Count(int stateBytes) {
      this.stateBytes = stateBytes;
    }

    @Override
    public void open(OpenContext context) {
      count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
      blocks =
          getRuntimeContext()
              .getMapState(
                  new MapStateDescriptor<>(
                      "blocks", Types.INT, PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
    }

    @Override
    public void processElement(
        Long record, KeyedProcessFunction<Integer, Long, Long>.Context context, Collector<Long> out)
        throws Exception {
      Long before = count.value();
      if (before == null) {
        before = 0L;
        for (int i = 0; i < stateBytes / BLOCK; i++) {
          blocks.put(i, new byte[BLOCK]);
        }
      }
      count.update(before + 1);
      out.collect(Steps.counted(record, before + 1));
    }
  }

  /** The sink of {@link Steps}. */
  static final class CountingSink implements Sink<Long> {

    private static final long serialVersionUID = 1;

    @Override
    public SinkWriter<Long> createWriter(WriterInitContext context) {
      return new SinkWriter<>() {
        @Override
        public void write(Long record, SinkWriter.Context context) {
          Steps.sink(record);
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public void close() {}
      };
    }
  }
}
