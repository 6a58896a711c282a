/**
 * What a node measures only while members ask for it: {@link io.sluice.cluster.watching.PassageLog}
 * keeps when a lock was granted and released, so that a member can see how long hand-overs took.
 *
 * <p>Internal: applications call {@code Sluice.inspect}.
 */
package io.sluice.cluster.watching;
