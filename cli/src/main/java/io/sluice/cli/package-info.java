/**
 * The {@code sluice} command: {@code Main} sets up picocli and the process, {@code ErrorReport}
 * turns errors into one line and an exit code.
 *
 * <p>Everything else is below. {@link io.sluice.cli.command} has a class for each command, {@link
 * io.sluice.cli.option} reads options and the files they name, {@link io.sluice.cli.pipeline} finds
 * users' pipelines, {@link io.sluice.cli.text} writes what people and programs read, and {@link
 * io.sluice.cli.environment} is what a command has around it: terminal, interrupt, exit codes.
 * Nothing below uses this package.
 */
package io.sluice.cli;
