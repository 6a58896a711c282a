package io.sluice.broker;

import java.io.IOException;
import java.nio.file.Path;
import kafka.tools.StorageTool;

/**
 * The child process: formats its storage, unless that has been done, and runs a broker until its
 * input ends, which also happens when its parent ends. Then it removes its folder, if asked to, and
 * exits at once: its stored data is not needed any more.
 */
final class BrokerMain {

  private BrokerMain() {}

  /**
   * @param args the folder with {@code server.properties}, and the identity of the cluster
   */
  public static void main(String[] args) {
    var folder = Path.of(args[0]);
    String properties = folder.resolve("server.properties").toString();
    var _ =
        StorageTool.execute(
            new String[] {"format", "--ignore-formatted", "-t", args[1], "-c", properties},
            System.err);
    Thread.ofPlatform().daemon().name("parent").start(() -> endWithInput(folder));
    kafka.Kafka.main(new String[] {properties});
  }

  private static void endWithInput(Path folder) {
    try {
      while (System.in.read() >= 0) {
        Thread.onSpinWait();
      }
      Folders.remove(folder);
    } catch (IOException e) {
      System.err.println(e);
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }
}
