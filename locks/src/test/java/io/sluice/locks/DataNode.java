package io.sluice.locks;

import io.sluice.cluster.tcp.Tcp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * A process that does with data what it is told, a line each: {@code read}, {@code write NUMBER},
 * {@code enter NUMBER} and then {@code commit}, {@code recover}, {@code arm FAULT}, {@code close}.
 * It answers each with a line: {@code saw NUMBER}, {@code did NUMBER}, {@code inside NUMBER},
 * {@code recovered}, {@code lost KNOWN SURVIVING} or {@code failed MESSAGE}.
 */
public final class DataNode {

  /** Not a multiple of what nodes compare and send. */
  static final int SIZE = 300_000;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final FaultyNetwork NETWORK = new FaultyNetwork(Tcp.loopback());

  private final DataHandle handle;
  private Optional<WriteView> inside = Optional.empty();
  private long number;

  private DataNode(DataHandle handle) {
    this.handle = handle;
  }

  /** Cluster, name, lease in milliseconds, copies, and perhaps a directory. */
  public static void main(String[] args) throws Exception {
    var lease = Duration.ofMillis(Long.parseLong(args[2]));
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (var sluice = Sluice.named(args[0]).nodeName(args[1]).over(NETWORK).lease(lease).join()) {
      if (!sluice.awaitMembership(Duration.ofMinutes(5))) {
        throw new IllegalStateException("no member");
      }
      var data = sluice.data("numbered").size(SIZE).copies(Integer.parseInt(args[3]));
      if (args.length > 4) {
        data.stored(Path.of(args[4]));
      }
      var node = new DataNode(data.open());
      say("member");
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals("close")) {
          break;
        }
        node.act(line.split(" ", -1));
      }
    }
    say("closed");
  }

  private void act(String[] words) throws InterruptedException, IOException {
    try {
      switch (words[0]) {
        case "read" -> {
          var patience = words.length > 1 ? Duration.ofMillis(Long.parseLong(words[1])) : PATIENCE;
          try (var view = handle.requestRead().acquire(patience)) {
            say("saw " + NumberedData.number(view.segment()));
          }
        }
        case "write" -> {
          enter(Long.parseLong(words[1]));
          commit();
        }
        case "enter" -> {
          enter(Long.parseLong(words[1]));
          say("inside " + number);
        }
        case "commit" -> commit();
        case "arm" -> {
          NETWORK.arm(Optional.of(FaultyNetwork.Fault.valueOf(words[1])));
          say("armed");
        }
        case "recover" -> {
          handle.recover(PATIENCE);
          say("recovered");
        }
        default -> throw new IOException("what is " + words[0] + "?");
      }
    } catch (DataLostException e) {
      say("lost " + e.known() + " " + e.surviving());
    } catch (TimeoutException | RuntimeException e) {
      say("failed " + e);
    }
  }

  private void enter(long next) throws InterruptedException, TimeoutException {
    var view = handle.requestWrite().acquire(PATIENCE);
    inside = Optional.of(view);
    number = next;
    NumberedData.write(view.segment(), next);
  }

  private void commit() {
    try (var view = inside.orElseThrow()) {
      inside = Optional.empty();
      view.commit();
    }
    say("did " + number);
  }

  private static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
