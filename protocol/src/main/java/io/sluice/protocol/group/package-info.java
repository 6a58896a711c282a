/**
 * Group mutual exclusion: members of one group may be inside together, competing groups never.
 *
 * <p>{@link io.sluice.protocol.group.TwoFixedGroups} is the 2-FGME algorithm as printed, which is
 * wrong, and {@link io.sluice.protocol.group.TwoFixedGroupsRepaired} its repair. {@link
 * io.sluice.protocol.group.JoungOne} and {@link io.sluice.protocol.group.JoungTwo} are the
 * baselines. {@link io.sluice.protocol.group.Forks} is our own, for any conflict graph; {@link
 * io.sluice.protocol.group.ForksMembership} lets processes join it and depart.
 */
package io.sluice.protocol.group;
