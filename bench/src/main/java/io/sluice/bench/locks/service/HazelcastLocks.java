package io.sluice.bench.locks.service;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import io.sluice.bench.process.Children;
import java.io.IOException;
import java.time.Duration;

/** {@code IMap.lock} of one Hazelcast member, so there is no backup to wait for. */
public final class HazelcastLocks implements LockService {

  private static final int HEAP = 256;
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final String KEY = "exclusive";

  @Override
  public String name() {
    return "hazelcast";
  }

  @Override
  public String title() {
    return "Hazelcast, 1 member + clients, `IMap.lock`";
  }

  @Override
  public String start(Children children, int clients) throws IOException, InterruptedException {
    int port = Children.freePorts(1).getFirst();
    var member = children.java("hazelcast", HazelcastMemberProcess.class, HEAP);
    member.tell("serve", port);
    member.answer(START_LIMIT);
    return "127.0.0.1:" + port;
  }

  @Override
  public LockClient open(String address, int self) {
    var config = new ClientConfig();
    config.setProperty("hazelcast.logging.type", "slf4j");
    config.setProperty("hazelcast.phone.home.enabled", "false");
    config.getNetworkConfig().addAddress(address);
    var map = HazelcastClient.newHazelcastClient(config).<String, String>getMap("locks");
    return () ->
        new MeasuredLock() {
          @Override
          public void acquire() {
            map.lock(KEY);
          }

          @Override
          public void release() {
            map.unlock(KEY);
          }
        };
  }
}
