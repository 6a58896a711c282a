package io.sluice.locks;

import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.KeyStores;
import io.sluice.locks.Contender.Manner;
import io.sluice.locks.History.Stay;
import io.sluice.protocol.Claim;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Contenders in processes of their own, and what they say. */
public final class Fleet implements AutoCloseable {

  /** Beyond any time for which others may have the machine to themselves. */
  private static final Duration PATIENCE = Duration.ofMinutes(6);

  private final String cluster;
  private final Duration lease;
  private final Class<?> contender;
  private final List<String> more;
  private final List<Vessel> vessels = new ArrayList<>();

  Fleet(String cluster, Duration lease) {
    this(cluster, lease, Contender.class);
  }

  /**
   * @param contender what each process runs, with the arguments of {@link Contender#contend}
   * @param more further arguments
   */
  public Fleet(String cluster, Duration lease, Class<?> contender, String... more) {
    this.cluster = cluster;
    this.lease = lease;
    this.contender = contender;
    this.more = List.of(more);
  }

  /** One process. */
  public static final class Vessel {
    final String name;
    private final Process process;
    private final List<String> said = new ArrayList<>();
    private long killed = Long.MAX_VALUE;

    Vessel(String name, Process process) {
      this.name = name;
      this.process = process;
      Thread.ofVirtual()
          .start(
              () -> {
                try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
                  lines.lines().forEach(this::heard);
                } catch (IOException e) {
                  heard(e.toString());
                }
              });
    }

    private synchronized void heard(String line) {
      said.add(line);
    }

    synchronized List<String> said() {
      return List.copyOf(said);
    }

    public long count(String word) {
      return said().stream().filter(line -> line.startsWith(word)).count();
    }

    public void awaitWord(String word) {
      await(name + " " + word).atMost(PATIENCE).until(() -> count(word) > 0 || !process.isAlive());
      if (count(word) == 0) {
        throw new AssertionError(name + " ended without '" + word + "': " + said());
      }
    }

    /** It enters later than that. */
    public void awaitEntryAfter(long time) {
      await(name + " enters later")
          .atMost(PATIENCE)
          .until(
              () ->
                  said().stream()
                      .filter(line -> line.startsWith("in "))
                      .anyMatch(line -> number(line.split(" ", -1)[1]) - time > 0));
    }

    /** kill -9; not destroyForcibly, which would also throw away what it has said. */
    public void kill() throws IOException, InterruptedException {
      killed = System.nanoTime();
      signal("KILL");
      process.waitFor();
    }

    public void signal(String signal) throws IOException, InterruptedException {
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    }

    /** Its input ends, and so shall it. */
    public void dismiss() throws IOException {
      process.getOutputStream().close();
    }

    private void addTo(History history) {
      Optional<String[]> open = Optional.empty();
      for (String line : said()) {
        String[] words = line.split(" ", -1);
        switch (words[0]) {
          case "ask" -> history.ask("x", name, number(words[1]));
          case "told" -> history.answer("x", name);
          case "in" -> {
            open = Optional.of(words);
            history.answer("x", name);
          }
          case "out", "lost" -> {
            open = Optional.empty();
            history.add(stay(number(words[1]), number(words[2]), words[3], words[4]));
          }
          default -> {}
        }
      }
      if (killed != Long.MAX_VALUE) {
        history.gone(name);
      }
      // It said that it was in, and then it was killed.
      open.ifPresent(
          words ->
              history.add(
                  stay(
                      number(words[1]),
                      Math.max(number(words[1]), Math.min(killed, System.nanoTime())),
                      words[2],
                      words[3])));
    }

    private Stay stay(long from, long to, String fence, String unit) {
      var claim = Claim.EXCLUSIVE.toUnit(Integer.parseInt(unit));
      return new Stay("x", name, claim, from, to, number(fence));
    }

    private static long number(String word) {
      return Long.parseLong(word);
    }
  }

  public Vessel launch(String name, Manner manner) throws IOException {
    return launch(List.of(), more, name, manner);
  }

  /**
   * @param within the command that starts it where it shall be
   * @param besides what else it is to know
   */
  Vessel launch(List<String> within, List<String> besides, String name, Manner manner)
      throws IOException {
    var command = new ArrayList<>(within);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "-Dorg.slf4j.simpleLogger.log.org.jgroups=off",
            "-Dorg.slf4j.simpleLogger.showDateTime=true",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel="
                + System.getProperty("sluice.test.log", "warn"),
            "-cp",
            System.getProperty("java.class.path"),
            contender.getName(),
            cluster,
            name,
            manner.name(),
            Long.toString(lease.toMillis())));
    command.addAll(besides);
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("SECRET", KeyStores.PASSWORD);
    var vessel = new Vessel(name, builder.start());
    vessels.add(vessel);
    return vessel;
  }

  /** Everything that all of them have said. */
  public History history() {
    var history = new History();
    vessels.forEach(vessel -> vessel.addTo(history));
    return history;
  }

  /** Each of these enters at least once more. */
  public void awaitEntries(Vessel... those) {
    for (Vessel vessel : those) {
      long before = vessel.count("in");
      await(vessel.name + " enters again")
          .atMost(PATIENCE)
          .until(() -> vessel.count("in") > before);
    }
  }

  @Override
  public void close() throws IOException {
    for (Vessel vessel : vessels) {
      vessel.dismiss();
    }
    try {
      for (Vessel vessel : vessels) {
        if (!vessel.process.waitFor(20, TimeUnit.SECONDS)) {
          vessel.kill();
        }
      }
    } catch (InterruptedException e) {
      vessels.forEach(vessel -> vessel.process.destroyForcibly());
      Thread.currentThread().interrupt();
    }
  }
}
