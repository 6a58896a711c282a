package io.sluice.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One of the brokers of a cluster: its settings.
 *
 * @param id from 1
 * @param port where clients find it
 * @param voters all controllers of the cluster, {@code id@host:port}
 * @param controllerPort its own among them
 * @param size how many brokers the cluster has
 */
record Node(int id, int port, int controllerPort, String voters, int size) {

  private static final int MOST_REPLICAS = 3;

  /** The nodes of a cluster on this machine, at free ports. */
  static List<Node> cluster(int size) throws IOException {
    var ports = freePorts(2 * size);
    var voters = new ArrayList<String>();
    for (int id = 1; id <= size; id++) {
      voters.add("%d@127.0.0.1:%d".formatted(id, ports.get(size + id - 1)));
    }
    var all = new ArrayList<Node>();
    for (int id = 1; id <= size; id++) {
      all.add(
          new Node(
              id, ports.get(id - 1), ports.get(size + id - 1), String.join(",", voters), size));
    }
    return all;
  }

  private static List<Integer> freePorts(int number) throws IOException {
    var sockets = new ArrayList<ServerSocket>();
    try {
      for (int k = 0; k < number; k++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (var socket : sockets) {
        socket.close();
      }
    }
  }

  /** Where clients find these nodes. */
  static String addresses(List<Node> nodes) {
    return nodes.stream().map(node -> "127.0.0.1:" + node.port()).collect(Collectors.joining(","));
  }

  /** Everything is on up to three brokers; what is acknowledged is on all of them but one. */
  String properties(Path log) {
    int replicas = Math.min(size, MOST_REPLICAS);
    return """
    process.roles=broker,controller
    node.id=%1$d
    controller.quorum.voters=%2$s
    log.dirs=%3$s
    listeners=PLAINTEXT://127.0.0.1:%4$d,CONTROLLER://127.0.0.1:%5$d
    advertised.listeners=PLAINTEXT://127.0.0.1:%4$d
    controller.listener.names=CONTROLLER
    inter.broker.listener.name=PLAINTEXT
    listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
    default.replication.factor=%6$d
    min.insync.replicas=%7$d
    offsets.topic.replication.factor=%6$d
    offsets.topic.num.partitions=4
    transaction.state.log.replication.factor=%6$d
    transaction.state.log.min.isr=%7$d
    transaction.state.log.num.partitions=4
    share.coordinator.state.topic.replication.factor=%6$d
    share.coordinator.state.topic.min.isr=%7$d
    group.initial.rebalance.delay.ms=0
    auto.create.topics.enable=false
    log.cleaner.dedupe.buffer.size=16777216
    num.io.threads=4
    num.network.threads=2
    add.partitions.to.txn.retry.backoff.ms=1
    transaction.abort.timed.out.transaction.cleanup.interval.ms=500
    """
        .formatted(id, voters, log, port, controllerPort, replicas, Math.max(1, replicas - 1));
  }
}
