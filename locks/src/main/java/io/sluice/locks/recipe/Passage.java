package io.sluice.locks.recipe;

/**
 * A party's way through a barrier.
 *
 * <pre>{@code
 * Passage passage = phase.await(Duration.ofSeconds(30));
 * }</pre>
 *
 * @param generation how often the barrier has been passed or broken before; the same for all
 *     parties that go on together
 * @param place how many parties of the generation had arrived before: 0 for the first
 */
public record Passage(long generation, int place) {}
