/**
 * Leader election: of several candidates, in whatever nodes, one leads.
 *
 * <pre>{@code
 * Candidate candidate =
 *     sluice
 *         .leader("scheduler")
 *         .onGranted(term -> jobs.start(term.fence()))
 *         .onRevoked(jobs::stop)
 *         .stand();
 * }</pre>
 *
 * <p>Start with {@link io.sluice.locks.leader.Candidate}; in a shell the same is {@code sluice lead
 * NAME -- COMMAND}. Leadership is a unit of a {@link io.sluice.locks.PrioritySemaphore} with one
 * unit under the name {@code leader/NAME}, and has the guarantees of a lock.
 *
 * <p>This package is API: its public types change only with a note in the changelog, and their
 * signatures mention only API packages and the JDK.
 */
package io.sluice.locks.leader;
