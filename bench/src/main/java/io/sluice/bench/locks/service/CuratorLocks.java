package io.sluice.bench.locks.service;

import io.sluice.bench.process.Children;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.retry.ExponentialBackoffRetry;

/**
 * Curator's recipes on one ZooKeeper server that writes its log to the disk, as it does by default.
 */
public class CuratorLocks implements LockService {

  private static final int HEAP = 256;
  private static final Duration START_LIMIT = Duration.ofMinutes(1);

  @Override
  public String name() {
    return "curator";
  }

  @Override
  public String title() {
    return "ZooKeeper, 1 server + Curator `InterProcessMutex`";
  }

  @Override
  public boolean readWrite() {
    return true;
  }

  @Override
  public String start(Children children, int clients) throws IOException, InterruptedException {
    return start(children, children.folder().resolve("zookeeper"));
  }

  final String start(Children children, Path folder) throws IOException, InterruptedException {
    var server = children.java("zookeeper", ZooKeeperServerProcess.class, HEAP);
    server.tell("serve", folder);
    return "127.0.0.1:" + server.answer(START_LIMIT).getFirst();
  }

  @Override
  public LockClient open(String address, int self) throws InterruptedException {
    var curator = CuratorFrameworkFactory.newClient(address, new ExponentialBackoffRetry(1_000, 3));
    curator.start();
    curator.blockUntilConnected();
    return new Client(curator);
  }

  private record Client(CuratorFramework curator) implements LockClient {

    @Override
    public MeasuredLock exclusive() {
      return measured(new InterProcessMutex(curator, "/exclusive"));
    }

    @Override
    public MeasuredLock reading() {
      return measured(new InterProcessReadWriteLock(curator, "/shared").readLock());
    }

    @Override
    public MeasuredLock writing() {
      return measured(new InterProcessReadWriteLock(curator, "/shared").writeLock());
    }

    private static MeasuredLock measured(InterProcessMutex mutex) {
      return new MeasuredLock() {
        @Override
        public void acquire() throws Exception {
          mutex.acquire();
        }

        @Override
        public void release() throws Exception {
          mutex.release();
        }
      };
    }
  }
}
