package io.sluice.bench.locks;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import java.util.List;

/** A Hazelcast member in a process of its own. Told {@code serve PORT} it answers when it does. */
final class HazelcastNode {

  private HazelcastNode() {}

  static void main() throws InterruptedException {
    Conversation.hold(HazelcastNode::serve);
  }

  private static String serve(List<String> words) {
    var config = new Config();
    config.setProperty("hazelcast.logging.type", "slf4j");
    config.setProperty("hazelcast.phone.home.enabled", "false");
    // Else it listens on all interfaces, whatever the interfaces below say.
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
