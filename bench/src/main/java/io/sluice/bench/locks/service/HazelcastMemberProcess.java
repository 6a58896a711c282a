package io.sluice.bench.locks.service;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import io.sluice.bench.process.CommandLoop;
import java.util.List;

/** A Hazelcast member in a process of its own; {@code serve PORT} starts it. */
final class HazelcastMemberProcess {

  private HazelcastMemberProcess() {}

  static void main() throws InterruptedException {
    CommandLoop.run(HazelcastMemberProcess::serve);
  }

  private static String serve(List<String> words) {
    var config = new Config();
    config.setProperty("hazelcast.logging.type", "slf4j");
    config.setProperty("hazelcast.phone.home.enabled", "false");
    // Otherwise it listens on all interfaces, whatever is configured below.
    config.setProperty("hazelcast.socket.bind.any", "false");
    var network = config.getNetworkConfig();
    network.setPort(Integer.parseInt(words.get(1))).setPortAutoIncrement(false);
    network.getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    network.getJoin().getAutoDetectionConfig().setEnabled(false);
    network.getJoin().getMulticastConfig().setEnabled(false);
    Hazelcast.newHazelcastInstance(config);
    return "serving";
  }
}
