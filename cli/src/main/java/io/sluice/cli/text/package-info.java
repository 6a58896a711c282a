/**
 * What commands print: text for people, JSON for programs, and the progress line.
 *
 * <p>Classes named {@code ...Text} turn a result of the lab into text of at most 100 columns; those
 * named {@code ...Json}, or their methods {@code json()}, turn it into one JSON object. None of
 * them prints: a command does that, with the writers that picocli gives it.
 */
package io.sluice.cli.text;
