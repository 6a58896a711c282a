package io.sluice.cli.environment;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * A shell that ends a command and its child processes if this process is killed, or is stopped for
 * longer than it may hold the lock.
 *
 * <p>The shell reads from a pipe to which only this process writes. Each line says how long the
 * lock is held in any case; the shell ends the command when that time has passed without another
 * line, as it does while this process is stopped. The kernel closes the pipe when this process
 * ends, in whatever way; unless the last line said that the command is over, the shell then ends
 * the command immediately. The shell ignores signals, since a Ctrl-C or Ctrl-Z at the terminal
 * reaches it too and is for this process to handle. A command is unguarded for some microseconds
 * between its start and the first line.
 *
 * <p>The first process that a JVM starts takes it longer than all else here, so the shell is
 * started by a thread of its own, before the lock is held; {@link #await} waits for it.
 */
public final class Watchdog implements AutoCloseable {

  /** How long the command may take to end after SIGTERM. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /**
   * How much of the lease that may be at most: less than the half after which others go on, since
   * to find processes and to end them takes a while on a busy host.
   */
  private static final int MOST_PERCENT = 40;

  /** Lines per lease; each costs the shell two short-lived processes. */
  private static final int LINES_PER_LEASE = 5;

  /**
   * The first line is the process to guard and its seconds of grace, each later one the seconds for
   * which it may go on. Not every shell can read with a timeout, so an alarm is set and taken back.
   * Descendants are found in /proc, or where there is none with ps, by one look at all processes
   * however large the tree is, since a process for each of its own takes seconds. All are found
   * before the first is ended, since orphans get another parent, and once more for those started
   * meanwhile.
   */
  private static final String SCRIPT =
      """
      trap '' INT TERM HUP QUIT TSTP PIPE
      alarm=
      # "process parent" for each process
      parents() {
        if [ -d /proc/self ]; then
          grep -s '^PPid:' /proc/[0-9]*/status | tr -cs '0-9\\n' ' '
        else
          ps -A -o pid= -o ppid=
        fi
      }
      below() {
        found=" $* "
        all_parents=$(parents)
        grows=yes
        while [ -n "$grows" ]; do
          grows=
          set -- $all_parents
          while [ $# -gt 1 ]; do
            case $found in
              *" $1 "*) ;;
              *" $2 "*)
                found="$found$1 "
                grows=yes
                ;;
            esac
            shift 2
          done
        done
        echo $found
      }
      end() {
        echo ended
        all=$(below "$guarded")
        kill -TERM $all
        sleep "$grace"
        kill -KILL $(below $all)
      }
      take_back() {
        [ -z "$alarm" ] || kill -USR1 "$alarm"
        alarm=
      }
      read -r guarded grace || exit 0
      [ "$guarded" = over ] && exit 0
      while read -r seconds; do
        take_back
        [ "$seconds" = over ] && exit 0
        (
          trap 'kill -KILL $nap; wait $nap; exit' USR1
          sleep "$seconds" &
          nap=$!
          wait "$nap"
          trap '' USR1
          end
        ) &
        alarm=$!
      done
      take_back
      end
      """;

  /** Starts the shell; not a lambda, which would have to be linked at every start. */
  private static final class Starting extends Thread {

    private Optional<Process> shell = Optional.empty();

    private Starting() {
      super("watchdog");
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        shell =
            Optional.of(
                new ProcessBuilder("/bin/sh", "-c", SCRIPT, "sluice-watchdog")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
      } catch (IOException e) {
        // Where there is no shell, the command is not guarded.
      }
    }
  }

  private final Starting starting = new Starting();
  private Duration lease = Duration.ZERO;
  private long said;

  /** Starts the shell; once only. */
  public void start() {
    starting.start();
  }

  /** The shell, when it has started. */
  private Optional<Process> shell() {
    boolean interrupted = false;
    while (starting.isAlive()) {
      try {
        starting.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return starting.shell;
  }

  /** Waits until the shell has started, so that a command that starts next is guarded at once. */
  void await() {
    var _ = shell();
  }

  /** Without a formatter, which would take longer to load than the shell to start. */
  private static String seconds(Duration time) {
    String millis = Integer.toString(1000 + time.toMillisPart());
    return Long.toString(time.toSeconds()).concat(".").concat(millis.substring(1));
  }

  /**
   * Ends the process when this one ends, from now on; and when the lock is no longer held, from the
   * first {@link #prolong} on.
   *
   * @param lease the process must have ended within half of it, since others go on afterwards
   */
  void guard(Process process, Duration lease) {
    this.lease = lease;
    // Not Duration.dividedBy, whose decimal numbers take longer to load than the shell to start.
    var most = Duration.ofNanos(lease.toNanos() / 100 * MOST_PERCENT);
    var grace = most.compareTo(GRACE) < 0 ? most : GRACE;
    say(Long.toString(process.pid()).concat(" ").concat(seconds(grace)));
    said = System.nanoTime() - lease.toNanos();
  }

  /**
   * Tells the shell how much longer the lock is held in any case; to be called often.
   *
   * @param remaining empty if that never ends
   */
  void prolong(Optional<Duration> remaining) {
    long now = System.nanoTime();
    if (remaining.isPresent() && now - said > lease.toNanos() / LINES_PER_LEASE) {
      said = now;
      say(seconds(remaining.get()));
    }
  }

  /** Whether the shell has ended the process. */
  boolean hasActed() {
    var shell = shell();
    try {
      return shell.isPresent() && shell.get().getInputStream().available() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Tells the shell that the process has ended by itself. */
  @Override
  public void close() {
    say("over");
  }

  private void say(String word) {
    var shell = shell();
    if (shell.isEmpty()) {
      return;
    }
    OutputStream pipe = shell.get().getOutputStream();
    try {
      pipe.write(word.concat("\n").getBytes(StandardCharsets.UTF_8));
      pipe.flush();
    } catch (IOException e) {
      // The shell was killed; the command is unguarded, as it would be without one.
    }
  }
}
