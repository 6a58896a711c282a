/**
 * The explorer: searches every world that a protocol can get into, breadth first.
 *
 * <pre>{@code
 * var scope =
 *     Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(3), 1).with(new Scope.Faults(0, 1, 0));
 * var result = Explorer.search(scope, Effort.full());
 * result.verdict().word();                              // "deadlock": a lost message is not sent again
 * result.trace().ifPresent(trace -> trace.events());    // the shortest way there
 * }</pre>
 *
 * <p>A {@link io.sluice.lab.explore.Scope} says what is searched, an {@link
 * io.sluice.lab.explore.Effort} what the search may use, and a {@link io.sluice.lab.explore.Result}
 * what it found. {@link io.sluice.lab.explore.Explorer} is the entry; {@link
 * io.sluice.lab.explore.Example} runs a protocol once, to be drawn.
 *
 * <p>The packages below, each using only those before it: {@code table} keeps worlds and numbers,
 * {@code contract} takes steps of protocols and checks them, {@code world} is one world and what
 * can happen in it, {@code reduction} knows which moves need not be tried, {@code trace} shows the
 * way to a world, {@code search} goes through all of them, and {@code walk} goes through them
 * choice by choice, for a reader. All of them read this package's scope.
 */
package io.sluice.lab.explore;
