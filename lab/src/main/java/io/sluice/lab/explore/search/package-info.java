/**
 * Searches: level by level through all worlds of a scope, by several workers.
 *
 * <p>A {@link io.sluice.lab.explore.search.LevelSearch} remembers which worlds it has seen and
 * nothing else; it does for most scopes. A {@link io.sluice.lab.explore.search.GraphSearch} also
 * writes down where each move leads: it follows when runs need not end, when starvation is judged
 * ({@link io.sluice.lab.explore.search.Starvation}), and when something is wrong and the way to it
 * has to be shown. A {@link io.sluice.lab.explore.search.FateSearch} does not end at the first
 * error and then tells the {@link io.sluice.lab.explore.search.Fates} of all worlds. Each has a
 * worker for each core. What both have in common, the rounds and the limits, is in {@link
 * io.sluice.lab.explore.search.Search}.
 */
package io.sluice.lab.explore.search;
