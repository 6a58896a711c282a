/**
 * A class for each command: its options, its help, and what it does.
 *
 * <p>To add a command, extend {@link io.sluice.cli.command.Subcommand}, annotate the class with
 * picocli's {@code @Command} (a header, and examples as the footer), and list it in {@code Main} or
 * in {@code LabCommand}. {@code call()} returns a code of {@link io.sluice.cli.environment.Exit};
 * it throws {@code IllegalArgumentException} for bad usage, with a message that says what was wrong
 * and what to write instead. A command that can run for long asks {@code interrupt()} now and then
 * and shows {@code progress(...)}; with {@code --json} it prints one JSON object and nothing else.
 */
package io.sluice.cli.command;
