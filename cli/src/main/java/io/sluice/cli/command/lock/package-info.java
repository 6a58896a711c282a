/**
 * The commands that run a command of the user's: {@code lock} while it holds a lock, {@code lead}
 * while it leads. {@code GuardedCommand} runs it and ends it with the lock, {@code Watchdog} also
 * if this process is killed; both are in {@code environment}.
 */
package io.sluice.cli.command.lock;
