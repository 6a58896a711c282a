package io.sluice.bench.locks.service;

import io.sluice.bench.process.Children;
import io.sluice.bench.process.Programs;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** Redisson's locks on one Redis server that keeps everything in memory. */
public class RedissonLocks implements LockService {

  private static final String PROGRAM = "redis-server";
  private static final Duration START_LIMIT = Duration.ofSeconds(30);

  @Override
  public String name() {
    return "redisson";
  }

  @Override
  public String title() {
    return "Redis + Redisson `RLock`";
  }

  @Override
  public boolean readWrite() {
    return true;
  }

  @Override
  public Optional<String> missing() {
    return Programs.missing(PROGRAM, PROGRAM);
  }

  @Override
  public String start(Children children, int clients) throws IOException, InterruptedException {
    int port = Children.freePorts(1).getFirst();
    var command =
        List.of(
            PROGRAM,
            "--bind",
            "127.0.0.1",
            "--port",
            Integer.toString(port),
            "--save",
            "",
            "--appendonly",
            "no",
            "--dir",
            children.folder().toString());
    var server = children.program("redis", command);
    server.await(line -> line.contains("Ready to accept connections"), START_LIMIT);
    return "redis://127.0.0.1:" + port;
  }

  @Override
  public LockClient open(String address, int self) {
    var config = new Config().setCodec(StringCodec.INSTANCE);
    // One thread uses it; the default pools of dozens of connections would only cost memory.
    config
        .useSingleServer()
        .setAddress(address)
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(4)
        .setSubscriptionConnectionPoolSize(4);
    return client(Redisson.create(config));
  }

  LockClient client(RedissonClient redisson) {
    return new LockClient() {
      @Override
      public MeasuredLock exclusive() {
        return MeasuredLock.of(redisson.getLock("exclusive"));
      }

      @Override
      public MeasuredLock reading() {
        return MeasuredLock.of(redisson.getReadWriteLock("shared").readLock());
      }

      @Override
      public MeasuredLock writing() {
        return MeasuredLock.of(redisson.getReadWriteLock("shared").writeLock());
      }
    };
  }
}
