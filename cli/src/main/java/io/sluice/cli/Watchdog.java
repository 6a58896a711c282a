package io.sluice.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * A shell that outlives this process if that is killed, and then ends the command that it was told
 * of, with all that the command has started.
 *
 * <p>It listens to a pipe of which nobody else has the other end. The kernel closes that end
 * whenever this process ends, however it does; unless it has said before that all is over, the
 * shell acts. It takes no signals itself, so that a Ctrl-C at the terminal, which reaches it too,
 * is this process's affair. A command that was started and not yet told of when this process is
 * killed goes unguarded: that is some microseconds.
 */
final class Watchdog implements AutoCloseable {

  /** As long as somebody who has lost the lock has to end. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /**
   * The first line it hears is the process to guard. Who its descendants are it learns from /proc,
   * or where there is none from ps; they are all found before the first is told to end, since
   * orphans have another parent.
   */
  private static final String SCRIPT =
      """
      trap '' INT TERM HUP QUIT
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
      read -r guarded || exit 0
      [ "$guarded" = over ] && exit 0
      read -r word
      [ "$word" = over ] && exit 0
      all=$(below "$guarded")
      kill -TERM $all
      sleep "$1"
      kill -KILL $all
      """;

  private final Optional<Process> shell;

  private Watchdog(Optional<Process> shell) {
    this.shell = shell;
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
              new ProcessBuilder(
                      "/bin/sh",
                      "-c",
                      SCRIPT,
                      "sluice-watchdog",
                      "%d.%03d".formatted(grace.toSeconds(), grace.toMillisPart()))
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .redirectError(ProcessBuilder.Redirect.DISCARD)
                  .start()));
    } catch (IOException e) {
      return new Watchdog(Optional.empty());
    }
  }

  /** From now on the process does not outlive this one for long. */
  void guard(Process process) {
    say(Long.toString(process.pid()));
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
