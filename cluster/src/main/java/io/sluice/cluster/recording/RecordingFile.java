package io.sluice.cluster.recording;

import io.sluice.cluster.View;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records a node to a file, up to a number of bytes. A file that exists is continued, so that a
 * node that is started again keeps what it recorded before it was killed.
 *
 * <p>Every line is handed to the operating system before the call returns: it survives the process,
 * though not a failure of the machine. A file that cannot be written to is given up with one line
 * in the log; the node goes on.
 */
public final class RecordingFile implements Recorder {

  /** How long a file becomes unless said otherwise: some hundred thousand steps. */
  public static final long MOST_BYTES = 64L << 20;

  /** The format's number, in the first line of each node. */
  public static final int VERSION = 1;

  /** Why a recording ends in the usual way. */
  public static final String CLOSED = "the node was closed";

  private static final Logger LOG = LoggerFactory.getLogger(RecordingFile.class);

  /** So that the last line, which says why it is the last, has a place too. */
  private static final int LAST_LINE = 200;

  private final Path file;
  private final OutputStream out;
  private final long mostBytes;
  private long bytes;
  private int processes;
  private boolean ended;

  private RecordingFile(Path file, OutputStream out, long bytes, long mostBytes) {
    this.file = file;
    this.out = out;
    this.bytes = bytes;
    this.mostBytes = mostBytes;
  }

  /**
   * Opens a file, and begins to record a node.
   *
   * @throws UncheckedIOException if it cannot be written to
   */
  public static RecordingFile open(Path file, String cluster, String node, long mostBytes) {
    try {
      long before = Files.exists(file) ? Files.size(file) : 0;
      var out = new FileOutputStream(file.toFile(), true); // not a channel: interrupts close those
      var recording = new RecordingFile(file, out, before, mostBytes);
      if (before > 0) {
        recording.append(
            "\n".getBytes(StandardCharsets.US_ASCII)); // ends a line that a kill has cut off
      }
      recording.append(
          recording
              .line()
              .put("sluiceRecording", VERSION)
              .put("cluster", cluster)
              .put("node", node)
              .bytes());
      return recording;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot record to %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  @Override
  public void viewed(View view) {
    var line = line().put("view", view.number()).put("at", now()).list("members");
    for (var member : view.members()) {
      String id = Long.toHexString(member.high()) + "-" + Long.toHexString(member.low());
      line.item().put("id", id).put("name", member.name()).endItem();
    }
    append(line.endList().bytes());
  }

  @Override
  public synchronized <S, M> StepRecorder process(
      long view, String lock, Algorithm<S, M> algorithm, int process, Layout layout) {
    RecordedSteps steps;
    try {
      steps = new RecordedSteps(this, ++processes, algorithm.process(process, layout));
    } catch (RuntimeException e) {
      return StepRecorder.NONE; // the node itself fails at this process, and says why
    }
    append(
        line()
            .put("begins", processes)
            .put("view", view)
            .put("lock", lock)
            .put("protocol", algorithm.name())
            .put("process", process)
            .put("processes", layout.size())
            .bytes());
    return steps;
  }

  JsonLine line() {
    return new JsonLine();
  }

  /** Microseconds since 1970, by the clock that the nodes of one machine share. */
  static long now() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  synchronized void append(byte[] line) {
    if (ended) {
      return;
    }
    if (bytes + line.length + LAST_LINE > mostBytes) {
      LOG.warn("{} has {} bytes, and nothing more is recorded", file, bytes);
      end("the file has reached its limit of %,d bytes".formatted(mostBytes));
      return;
    }
    write(line);
  }

  private void write(byte[] line) {
    try {
      out.write(line);
      bytes += line.length;
    } catch (IOException e) {
      ended = true;
      LOG.warn("nothing more is recorded: {} cannot be written to", file, e);
    }
  }

  /** Records nothing more, since a step cannot be written down. */
  synchronized void giveUp(RuntimeException why) {
    if (!ended) {
      LOG.warn("nothing more is recorded to {}", file, why);
      end("a step could not be written down: " + why.getMessage());
    }
  }

  private void end(String why) {
    write(line().put("ends", why).put("at", now()).bytes());
    ended = true;
    try {
      out.close();
    } catch (IOException e) {
      LOG.warn("{} cannot be closed", file, e);
    }
  }

  @Override
  public synchronized void close() {
    if (!ended) {
      end(CLOSED);
    }
  }
}
