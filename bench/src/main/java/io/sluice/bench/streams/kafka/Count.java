package io.sluice.bench.streams.kafka;

import java.nio.ByteBuffer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** How often a key has come, and when it was written last. */
public record Count(long number, long time) {

  static Count none() {
    return new Count(0, 0);
  }

  Count plus(Click click) {
    return new Count(number + 1, click.time());
  }

  String line(String key) {
    return key + " " + time + " " + number;
  }

  static Serde<Count> serde() {
    return Serdes.serdeFrom(
        (_, count) -> ByteBuffer.allocate(16).putLong(count.number).putLong(count.time).array(),
        (_, bytes) -> {
          var buffer = ByteBuffer.wrap(bytes);
          return new Count(buffer.getLong(), buffer.getLong());
        });
  }
}
