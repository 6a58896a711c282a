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
 */
final class Watchdog implements AutoCloseable {

  /** How long the command may take to end after SIGTERM. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** Lines per lease; each costs the shell two short-lived processes. */
  private static final int LINES_PER_LEASE = 5;

  /**
   * The first line is the process to guard, each later one the seconds for which it may go on. Not
   * every shell can read with a timeout, so an alarm is set and taken back. Descendants are found
   * in /proc, or where there is none with ps; all are found before the first is ended, since
   * orphans get another parent.
   */
  private static final String SCRIPT =
      """
      trap '' INT TERM HUP QUIT TSTP PIPE
      grace=$1
      alarm=
      below() {
        for one in $*; do
          echo "$one"
          if [ -d /proc/self ]; then
            children=$(grep -ls "^PPid:[[:space:]]*$one$" /proc/[0-9]*/status | tr -dc '0-9\\n')
          else
            children=$(ps -A -o pid= -o ppid= | awk -v parent="$one" '$2 == parent { print $1 }')
          fi
          below $children
        done
      }
      end() {
        echo ended
        all=$(below "$guarded")
        kill -TERM $all
        sleep "$grace"
        kill -KILL $all
      }
      take_back() {
        [ -z "$alarm" ] || kill -USR1 "$alarm"
        alarm=
      }
      read -r guarded || exit 0
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

  private final Optional<Process> shell;
  private final Duration lease;
  private long said = System.nanoTime();

  private Watchdog(Optional<Process> shell, Duration lease) {
    this.shell = shell;
    this.lease = lease;
  }

  /**
   * Starts the shell. Where there is none, the command is not guarded.
   *
   * @param lease the command must have ended within half of it, since others go on afterwards
   */
  static Watchdog start(Duration lease) {
    var half = lease.dividedBy(2);
    var grace = half.compareTo(GRACE) < 0 ? half : GRACE;
    try {
      return new Watchdog(
          Optional.of(
              new ProcessBuilder("/bin/sh", "-c", SCRIPT, "sluice-watchdog", seconds(grace))
                  .redirectError(ProcessBuilder.Redirect.DISCARD)
                  .start()),
          lease);
    } catch (IOException e) {
      return new Watchdog(Optional.empty(), lease);
    }
  }

  /** Without a formatter, which would take longer to load than the shell to start. */
  private static String seconds(Duration time) {
    String millis = Integer.toString(1000 + time.toMillisPart());
    return Long.toString(time.toSeconds()).concat(".").concat(millis.substring(1));
  }

  /**
   * Ends the process when this one ends, or when the lock is no longer held.
   *
   * @param remaining how long the lock is held in any case; empty if that never ends
   */
  void guard(Process process, Optional<Duration> remaining) {
    say(Long.toString(process.pid()));
    if (remaining.isPresent()) {
      say(seconds(remaining.get()));
    }
  }

  /** Tells the shell how much longer the lock is held in any case; to be called often. */
  void prolong(Optional<Duration> remaining) {
    long now = System.nanoTime();
    if (remaining.isPresent() && now - said > lease.toNanos() / LINES_PER_LEASE) {
      said = now;
      say(seconds(remaining.get()));
    }
  }

  /** Whether the shell has ended the process. */
  boolean hasActed() {
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
