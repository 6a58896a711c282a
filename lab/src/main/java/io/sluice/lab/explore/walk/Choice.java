package io.sluice.lab.explore.walk;

import io.sluice.lab.explore.trace.SavedStep;
import io.sluice.lab.explore.trace.TraceStep;

/**
 * One thing that can happen next in a walk.
 *
 * @param token stands for the choice in links: the same for the same event, in any session
 * @param kind what kind of event it is
 * @param position the place of the message in its channel, for moves of messages; otherwise 0
 * @param optional whether it need never happen: a fault, or a change that an operator may make
 * @param words the event in words, such as {@code b0 receives Req(1.a0) from a0}
 * @param step what comes of it
 * @param move the explorer's number for it, which holds only in this world
 * @param fingerprint that of the world it leads to, in canonical form
 */
public record Choice(
    String token,
    SavedStep.Kind kind,
    int process,
    int peer,
    int position,
    boolean optional,
    String words,
    TraceStep step,
    int move,
    long fingerprint) {}
