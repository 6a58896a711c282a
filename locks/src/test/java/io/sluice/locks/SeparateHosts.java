package io.sluice.locks;

import io.sluice.cluster.tcp.KeyStores;
import io.sluice.locks.Contender.Manner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Contenders on the hosts of a test network, with keys. */
record SeparateHosts(Contending contending, TestNetwork network, String addresses)
    implements AutoCloseable {

  /** Makes a key store that all of them have. */
  static Path keys(Path directory) throws Exception {
    var stores = new KeyStores(directory);
    stores.selfSigned("keys");
    return stores.file("keys");
  }

  /**
   * What runs on the hosts.
   *
   * @param more what the processes are told besides
   */
  record Contending(ContenderProcesses processes, Path keys, List<String> more) {

    /** The hosts know each other's addresses. */
    SeparateHosts on(int hosts) throws IOException {
      return on(hosts, 2);
    }

    /**
     * @param each how many processes there may be on each host
     */
    SeparateHosts on(int hosts, int each) throws IOException {
      var network = new TestNetwork(hosts);
      var addresses =
          IntStream.range(0, hosts)
              .mapToObj(host -> "%s:7800-%d".formatted(network.address(host), 7799 + each))
              .collect(Collectors.joining(","));
      return new SeparateHosts(this, network, addresses);
    }

    /** The hosts know a name, and how many processes there are at most. */
    SeparateHosts finding(String name, TestNetwork network, int expected) {
      return new SeparateHosts(this, network, name + ":7800-7801 expecting " + expected);
    }
  }

  ContenderProcesses contenders() {
    return contending.processes();
  }

  ContenderProcess launch(int host, String name, Manner manner) throws IOException {
    var besides = new ArrayList<>(List.of(addresses, contending.keys().toString()));
    besides.addAll(contending.more());
    return contenders().launch(network.on(host), besides, name, manner);
  }

  @Override
  public void close() throws IOException {
    network.heal();
    try {
      contenders().close();
    } finally {
      network.close();
    }
  }
}
