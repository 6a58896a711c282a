/**
 * For protocols that are made of others: a protocol that runs another one inside gives it an outbox
 * of its own. {@link io.sluice.protocol.compose.Relay} passes on every effect except messages,
 * {@link io.sluice.protocol.compose.SendOnly} carries out messages alone.
 */
package io.sluice.protocol.compose;
