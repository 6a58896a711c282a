/**
 * The view of the locks of a cluster: {@link io.sluice.page.locks.LocksView} asks the members at
 * intervals, sends the answers to browsers as they come, and passes on forced releases.
 *
 * <p>Internal: the page uses it.
 */
package io.sluice.page.locks;
