/**
 * One world, what can happen in it, and what is wrong with it.
 *
 * <p>A world is a vector of ints: a number for each local state, each client and the content of
 * each channel, and what is left of the budget of faults. The {@link
 * io.sluice.lab.explore.world.Dictionary} gives these numbers and calls the protocol once for each
 * state and input; each worker remembers its answers in a {@link io.sluice.lab.explore.world.Memo}.
 * A {@link io.sluice.lab.explore.world.Cursor} holds one world, lists its moves, lets one happen
 * and takes it back:
 *
 * <pre>{@code
 * var memo = new Memo<>(new Dictionary<>(scope));
 * var cursor = new Cursor<>(scope, memo, Canonical.of(scope, memo));
 * var moves = new IntList();
 * cursor.loadInitial();
 * cursor.moves(moves);
 * cursor.apply(moves.get(0));
 * new Judge<>(scope, cursor, memo, true).judge();    // what is wrong with the world, if anything
 * cursor.undo();
 * }</pre>
 *
 * <p>{@link io.sluice.lab.explore.world.Canonical} brings worlds that behave alike into one form.
 */
package io.sluice.lab.explore.world;
