/**
 * Which moves need not be tried, because another order of moves leads to the same world.
 *
 * <p>{@link io.sluice.lab.explore.reduction.SleepSets} avoid finding a world more than once and
 * lose no world; an ordinary search uses them where it can. {@link
 * io.sluice.lab.explore.reduction.Ample} chooses, for a reduced search, one process whose moves are
 * enough; it relies on {@link io.sluice.lab.explore.reduction.Commutation}, which learns during the
 * search which steps commute. What was relied upon and proves wrong makes the search begin again.
 * The rules are in {@code docs/decisions/0005-one-order-of-many.md}.
 */
package io.sluice.lab.explore.reduction;
