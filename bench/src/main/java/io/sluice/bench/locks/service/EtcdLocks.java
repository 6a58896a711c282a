package io.sluice.bench.locks.service;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.support.Observers;
import io.sluice.bench.process.Children;
import io.sluice.bench.process.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** etcd's lock service on one server, with its log in memory, so it never waits for a disk. */
public final class EtcdLocks implements LockService {

  private static final String PROGRAM = "etcd";
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final long LEASE_SECONDS = 60;
  private static final ByteSequence NAME =
      ByteSequence.from("exclusive", StandardCharsets.US_ASCII);

  @Override
  public String name() {
    return "etcd";
  }

  @Override
  public String title() {
    return "etcd, 1 server, log in memory + jetcd `Lock`";
  }

  @Override
  public Optional<String> missing() {
    return Programs.missing(PROGRAM, "etcd-server").or(Children::missingMemory);
  }

  @Override
  public String start(Children children, int clients) throws IOException, InterruptedException {
    var ports = Children.freePorts(2);
    var address = "http://127.0.0.1:" + ports.get(0);
    var peers = "http://127.0.0.1:" + ports.get(1);
    var server =
        children.program(
            PROGRAM,
            List.of(
                "sh",
                "-c",
                "exec \"$@\" 2>&1",
                "sh",
                PROGRAM,
                "--data-dir",
                children.folder(Children.memory()).toString(),
                "--listen-client-urls",
                address,
                "--advertise-client-urls",
                address,
                "--listen-peer-urls",
                peers,
                "--initial-advertise-peer-urls",
                peers,
                "--initial-cluster",
                "default=" + peers));
    server.await(line -> line.contains("serving"), START_LIMIT);
    return address;
  }

  @Override
  public LockClient open(String address, int self) throws Exception {
    var client = Client.builder().endpoints(address).build();
    long lease = client.getLeaseClient().grant(LEASE_SECONDS).get().getID();
    client.getLeaseClient().keepAlive(lease, Observers.observer(_ -> {}));
    var locks = client.getLockClient();
    return () ->
        new MeasuredLock() {

          private ByteSequence held = ByteSequence.EMPTY;

          @Override
          public void acquire() throws Exception {
            held = locks.lock(NAME, lease).get().getKey();
          }

          @Override
          public void release() throws Exception {
            locks.unlock(held).get();
          }
        };
  }
}
