package io.sluice.lab.explore.walk;

import io.sluice.lab.explore.trace.SavedStep;

/**
 * One thing that cannot happen now, although a reader may expect it.
 *
 * @param peer the sender, for a message; otherwise {@link SavedStep#NO_PEER}
 * @param position the place of the message in its channel; otherwise 0
 * @param why a sentence
 */
public record Refusal(SavedStep.Kind kind, int process, int peer, int position, String why) {}
