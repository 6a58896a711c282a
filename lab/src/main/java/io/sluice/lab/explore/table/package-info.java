/**
 * Tables of ints and longs, large and without objects: what a search remembers.
 *
 * <p>{@link io.sluice.lab.explore.table.LevelTable} and {@link
 * io.sluice.lab.explore.table.SeenWorlds} hold the fingerprints of the next level and of all levels
 * before, for a search that remembers little; {@link io.sluice.lab.explore.table.WorldTable}
 * numbers worlds and {@link io.sluice.lab.explore.table.Graph} writes down where moves lead, for a
 * search that must judge endless runs or show a trace. {@link io.sluice.lab.explore.table.Frontier}
 * keeps the worlds still to be looked at, without their empty channels. Nothing here knows what a
 * world means.
 */
package io.sluice.lab.explore.table;
