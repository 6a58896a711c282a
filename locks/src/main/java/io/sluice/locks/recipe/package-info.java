/**
 * Recipes: several locks, or several units of a semaphore, as one lease; latches and barriers.
 *
 * <pre>{@code
 * MultiLock both = sluice.multiLock("account-7", "account-42");
 * both.run(Duration.ofSeconds(2), lease -> store.put(row, lease.fence("account-7")));
 * }</pre>
 *
 * <p>{@link io.sluice.locks.recipe.MultiLock} acquires its names in one fixed order, which the
 * protocol {@code ordered-locks} is the searched model of.
 *
 * <p>{@link io.sluice.locks.recipe.Latch} and {@link io.sluice.locks.recipe.Barrier} let threads of
 * a cluster wait for each other; the protocols {@code latch} and {@code barrier} are what they run.
 *
 * <p>This package is API: its public types change only with a note in the changelog, and their
 * signatures mention only API packages and the JDK.
 */
package io.sluice.locks.recipe;
