/**
 * Mutual exclusion: at most one process is inside. One file for each algorithm, written like its
 * paper: messages as a sealed interface of records, the state as a record, one {@code switch} over
 * the inputs.
 *
 * <p>By permission of all others: {@link io.sluice.protocol.exclusive.Lamport}, {@link
 * io.sluice.protocol.exclusive.RicartAgrawala} and its variants. By the votes of a quorum: {@link
 * io.sluice.protocol.exclusive.MaekawaBasic}, {@link io.sluice.protocol.exclusive.Maekawa} and
 * {@link io.sluice.protocol.exclusive.AgrawalElAbbadi}, of which the last two share {@link
 * io.sluice.protocol.exclusive.Voting}. By a token: {@link io.sluice.protocol.exclusive.Ring},
 * {@link io.sluice.protocol.exclusive.PausedRing}, {@link io.sluice.protocol.exclusive.Raymond},
 * {@link io.sluice.protocol.exclusive.SuzukiKasami}, {@link
 * io.sluice.protocol.exclusive.NaimiTrehel}, and {@link io.sluice.protocol.exclusive.TokenQueue},
 * which plain locks run by default. By a coordinator: {@link
 * io.sluice.protocol.exclusive.CentralFixed} and {@link io.sluice.protocol.exclusive.Central},
 * which elects it with {@link io.sluice.protocol.exclusive.Election}.
 */
package io.sluice.protocol.exclusive;
