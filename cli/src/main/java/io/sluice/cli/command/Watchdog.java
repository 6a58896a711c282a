package io.sluice.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * A shell that ends the command that it was told of, with all that the command has started, if this
 * process is killed, or is stopped for longer than it may hold the lock.
 *
 * <p>It listens to a pipe of which nobody else has the other end. Again and again it is told for
 * how long the lock is held in any case, and acts when that time has passed without another word; a
 * process that is stopped says nothing. The kernel closes this end of the pipe whenever this
 * process ends, however it does; unless it has said before that all is over, the shell acts at
 * once. It takes no signals itself, so that a Ctrl-C or Ctrl-Z at the terminal, which reaches it
 * too, is this process's affair. A command that was started and not yet told of when this process
 * is killed or stopped goes unguarded: that is some microseconds.
 */
final class Watchdog implements AutoCloseable {

  /** As long as somebody who has lost the lock has to end. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** How often it is told that all is well; each time costs it two processes of a moment. */
  private static final int WORDS_A_LEASE = 5;

  /**
   * The first line it hears is the process to guard, each of the others for how many seconds that
   * may go on. Not every shell can read with a timeout, so an alarm is set and taken back. Who the
   * descendants are it learns from /proc, or where there is none from ps; they are all found before
   * the first is told to end, since orphans have another parent.
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
   * Begins to listen. Where there is no shell nobody guards.
   *
   * @param lease by half of which all has to be over, since others go on after that
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

  private static String seconds(Duration time) {
    return "%d.%03d".formatted(time.toSeconds(), time.toMillisPart());
  }

  /**
   * Ends the process when this one ends, or when the lock is no longer held.
   *
   * @param remaining how long the lock is held in any case; empty if that never ends
   */
  void guard(Process process, Optional<Duration> remaining) {
    String pid = Long.toString(process.pid());
    say(remaining.map(time -> pid + "\n" + seconds(time)).orElse(pid));
  }

  /** Tells the shell how much longer the lock is held in any case; to be called often. */
  void prolong(Optional<Duration> remaining) {
    long now = System.nanoTime();
    if (remaining.isPresent() && now - said > lease.toNanos() / WORDS_A_LEASE) {
      said = now;
      say(seconds(remaining.get()));
    }
  }

  /** Whether it has ended the process, since it had heard nothing for too long. */
  boolean hasActed() {
    return shell
        .map(
            listening -> {
              try {
                return listening.getInputStream().available() > 0;
              } catch (IOException e) {
                return false;
              }
            })
        .orElse(false);
  }

  /** The process has ended by itself. */
  @Override
  public void close() {
    say("over");
  }

  private void say(String word) {
    shell.ifPresent(
        listening -> {
          OutputStream pipe = listening.getOutputStream();
          try {
            pipe.write((word + "\n").getBytes(StandardCharsets.UTF_8));
            pipe.flush();
          } catch (IOException e) {
            // Somebody has ended the shell; the command is unguarded, as it would be without one.
          }
        });
  }
}
