/**
 * Mutual exclusion with priorities: {@link io.sluice.protocol.priority.Padme} in its sixteen
 * configurations, which live semaphores run.
 *
 * <p>A {@link io.sluice.protocol.priority.Configuration} names the {@link
 * io.sluice.protocol.priority.Models}, the tree and the number of units. {@link
 * io.sluice.protocol.priority.TokenPath} moves requests and tokens along the tree, {@link
 * io.sluice.protocol.priority.TreeMembership} changes the tree, and {@link
 * io.sluice.protocol.priority.Repair} replaces lost tokens after a crash.
 */
package io.sluice.protocol.priority;
