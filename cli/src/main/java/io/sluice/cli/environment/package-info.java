/**
 * What a command has around it: the {@link io.sluice.cli.environment.Terminal} it writes to, the
 * {@link io.sluice.cli.environment.Interrupt} that asks it to stop, the {@link
 * io.sluice.cli.environment.ProcessTree} it has started, the {@link
 * io.sluice.cli.environment.GuardedCommand} that it runs under a lock, and the {@link
 * io.sluice.cli.environment.Exit} codes it ends with.
 *
 * <p>{@code Main} makes one {@link io.sluice.cli.environment.Environment} from the real process; a
 * test makes its own, and so runs commands in its own JVM:
 *
 * <pre>{@code
 * var environment = new Environment(Terminal.NONE, new Interrupt());
 * int code = Main.commandLine(environment).execute("check", "forks");
 * }</pre>
 */
package io.sluice.cli.environment;
