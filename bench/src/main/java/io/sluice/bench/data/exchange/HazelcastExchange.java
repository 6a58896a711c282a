package io.sluice.bench.data.exchange;

import static java.util.Objects.requireNonNull;

import com.hazelcast.config.Config;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * An entry of a map under its lock. Both processes are members and there is no backup, so the bytes
 * cross the network once a hand-over: the cheapest configuration that Hazelcast has for this.
 */
final class HazelcastExchange implements Exchange {

  private static final String KEY = "exchanged";
  private static final long POLL_NANOS = 10_000_000;

  private final HazelcastInstance member;
  private final IMap<String, byte[]> map;
  private byte[] bytes;

  HazelcastExchange(String address, int self, long size) {
    var ports = List.of(address.split(",", -1));
    var config = new Config();
    config.setProperty("hazelcast.logging.type", "slf4j");
    config.setProperty("hazelcast.phone.home.enabled", "false");
    // Otherwise it listens on all interfaces, whatever is configured below.
    config.setProperty("hazelcast.socket.bind.any", "false");
    var network = config.getNetworkConfig();
    network.setPort(Integer.parseInt(ports.get(self))).setPortAutoIncrement(false);
    network.getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    network.getJoin().getAutoDetectionConfig().setEnabled(false);
    network.getJoin().getMulticastConfig().setEnabled(false);
    var known = network.getJoin().getTcpIpConfig().setEnabled(true);
    ports.forEach(port -> known.addMember("127.0.0.1:" + port));
    config.getMapConfig("data").setBackupCount(0).setInMemoryFormat(InMemoryFormat.BINARY);
    member = Hazelcast.newHazelcastInstance(config);
    map = member.getMap("data");
    bytes = new byte[Math.toIntExact(size)];
    map.putIfAbsent(KEY, bytes);
  }

  @Override
  public void awaitPeers(int clients) {
    while (member.getCluster().getMembers().size() < clients) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  @Override
  public MemorySegment enter(boolean first) {
    map.lock(KEY);
    bytes = requireNonNull(map.get(KEY));
    return MemorySegment.ofArray(bytes);
  }

  @Override
  public void leave(Changes changes, boolean last) {
    map.set(KEY, bytes);
    map.unlock(KEY);
  }
}
