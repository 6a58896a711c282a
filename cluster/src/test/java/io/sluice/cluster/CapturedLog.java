package io.sluice.cluster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What this JVM writes to its standard error, and so to its log, while this is open. It is written
 * there as well. Test classes that run side by side may each have one, and see the lines of all: so
 * a test looks for names of its own.
 */
public final class CapturedLog implements AutoCloseable {

  private static final List<CapturedLog> OPEN = new CopyOnWriteArrayList<>();

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private CapturedLog() {}

  /** Begins to capture, until it is closed. */
  public static CapturedLog open() {
    Tee.install();
    var log = new CapturedLog();
    OPEN.add(log);
    return log;
  }

  /** The lines that contain each of these texts. */
  public List<String> lines(String... texts) {
    return bytes
        .toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> List.of(texts).stream().allMatch(line::contains))
        .toList();
  }

  @Override
  public void close() {
    OPEN.remove(this);
  }

  /** Stays in place once it is there, since classes that run side by side end in any order. */
  private static final class Tee extends OutputStream {
    private final OutputStream before;

    private Tee(OutputStream before) {
      this.before = before;
    }

    private static synchronized void install() {
      if (!(System.err instanceof Captured)) {
        System.setErr(new Captured(new Tee(System.err)));
      }
    }

    @Override
    public void write(int letter) throws IOException {
      before.write(letter);
      OPEN.forEach(each -> each.bytes.write(letter));
    }

    @Override
    public void write(byte[] text, int from, int length) throws IOException {
      before.write(text, from, length);
      OPEN.forEach(each -> each.bytes.write(text, from, length));
    }

    @Override
    public void flush() throws IOException {
      before.flush();
    }
  }

  private static final class Captured extends PrintStream {
    Captured(Tee tee) {
      super(tee, true, StandardCharsets.UTF_8);
    }
  }
}
