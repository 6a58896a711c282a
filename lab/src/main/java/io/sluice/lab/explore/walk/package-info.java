/**
 * Walks through the worlds of a scope by hand: what is there, what can happen next, what cannot and
 * why, and where a choice leads in the end.
 *
 * <p>A {@link io.sluice.lab.explore.walk.Walk} stands in one world. It lists each {@link
 * io.sluice.lab.explore.walk.Choice} that is open there and each {@link
 * io.sluice.lab.explore.walk.Refusal}, takes choices, and says what is wrong with the world. {@link
 * io.sluice.lab.explore.search.Fates} knows all worlds of a scope and tells for each whether an
 * error can still follow, must follow, or cannot follow.
 *
 * <pre>{@code
 * var scope = Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(2), 1);
 * var walk = new Walk<>(scope, new Dictionary<>(scope));
 * var first = walk.choices().getFirst();
 * walk.take(first);
 * System.out.println(first.words());        // p0 asks
 * System.out.println(walk.finding());       // Optional.empty: nothing is wrong here
 * }</pre>
 */
package io.sluice.lab.explore.walk;
