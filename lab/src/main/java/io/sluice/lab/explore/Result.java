package io.sluice.lab.explore;

import io.sluice.lab.explore.trace.Trace;
import io.sluice.lab.verdict.Verdict;
import java.util.Optional;

/**
 * What a search found and what it took.
 *
 * @param what the verdict in a sentence
 * @param worlds different worlds found
 * @param transitions worlds arrived at, the first one and repeated ones included, as TLC counts
 * @param depth levels of the worlds found, the first one included: one more than the fewest moves
 *     that lead to the farthest of them
 * @param bytes the memory that the worlds took
 * @param diskBytes the most that they took on disk at a time
 * @param missed the probability that some world was missed, at most, since it had the fingerprint
 *     of another; if fingerprints are as good as random
 * @param coverage which properties were judged
 */
public record Result(
    Verdict verdict,
    String what,
    long worlds,
    long transitions,
    int depth,
    double seconds,
    long bytes,
    long diskBytes,
    double missed,
    Optional<Trace> trace,
    Coverage coverage) {}
