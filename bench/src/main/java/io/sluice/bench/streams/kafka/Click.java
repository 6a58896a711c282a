package io.sluice.bench.streams.kafka;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** A record of the benchmark, with the time at which it was written. */
public record Click(String key, long time) {

  static Click parse(String line) {
    int space = line.indexOf(' ');
    return new Click(line.substring(0, space), Long.parseLong(line.substring(space + 1)));
  }

  /** For the engine that needs one: as few bytes as possible. */
  static Serde<Click> serde() {
    return Serdes.serdeFrom(
        (_, click) -> {
          byte[] key = click.key.getBytes(StandardCharsets.UTF_8);
          return ByteBuffer.allocate(8 + key.length).putLong(click.time).put(key).array();
        },
        (_, bytes) ->
            new Click(
                new String(bytes, 8, bytes.length - 8, StandardCharsets.UTF_8),
                ByteBuffer.wrap(bytes).getLong()));
  }
}
