/**
 * The client model: what the application at a process may do, what may be done to it, and in which
 * order.
 *
 * <p>{@link io.sluice.lab.client.ClientState} is the state machine, with its table of legal
 * transitions. The explorer keeps one such state for each process in a world, the simulator one for
 * each process of a run; both ask it whether what a protocol does is legal:
 *
 * <pre>{@code
 * var waiting = ClientState.THINKING.after(Action.ASK);
 * waiting.permits(Action.GRANTED);                          // true
 * ClientState.THINKING.permits(Action.GRANTED);             // false, and then:
 * ClientState.THINKING.objection(Action.GRANTED).what();    // "was let in without having asked"
 * }</pre>
 */
package io.sluice.lab.client;
