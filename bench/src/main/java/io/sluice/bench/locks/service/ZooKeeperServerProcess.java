package io.sluice.bench.locks.service;

import io.sluice.bench.process.CommandLoop;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * A ZooKeeper server in a process of its own. {@code serve FOLDER} starts it with its log and
 * snapshots in that folder, and answers with its port.
 */
final class ZooKeeperServerProcess {

  private static final int ANY_NUMBER = 0;

  private ZooKeeperServerProcess() {}

  static void main() throws InterruptedException {
    CommandLoop.run(words -> Integer.toString(serve(words)));
  }

  private static int serve(List<String> words) throws IOException, InterruptedException {
    var folder = Path.of(words.get(1));
    File snapshots = Files.createDirectories(folder.resolve("snapshots")).toFile();
    File log = Files.createDirectories(folder.resolve("log")).toFile();
    var server = new ZooKeeperServer(snapshots, log, ZooKeeperServer.DEFAULT_TICK_TIME);
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var connections = ServerCnxnFactory.createFactory(address, ANY_NUMBER);
    connections.startup(server);
    return connections.getLocalPort();
  }
}
