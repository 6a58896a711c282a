/**
 * Commands that go through a node on the same host, so that they need not join the cluster: {@code
 * sluice node} listens at a port of the loopback address, and {@code sluice lock}, {@code who},
 * {@code members} and {@code release} ask it.
 *
 * <p>Start reading at {@link io.sluice.cli.host.NodeClient}, the command's side. It must start
 * quickly, so it loads neither picocli nor any class of a cluster: it sends its options as they
 * are, and the node's side, {@link io.sluice.cli.host.CommandService}, parses them with the class
 * of the command itself ({@link io.sluice.cli.host.ServedCommand}). Whatever the node does not
 * accept, the command does by itself, by joining; so errors of usage are reported in one place.
 *
 * <p>A lock is tied to the life of the command in both directions. The command asks the node in
 * short intervals how long the lock stays held in any case, counts that time from before its
 * question, and ends what it runs when that time is over, or when the connection ends. Its request
 * is the first such question; if it had to wait for the lock, it asks again before it runs. The
 * node releases the lock when the command says so. If the command is silent, the node waits until
 * the time that it has promised is over, and half a lease more, in which the command's watchdog
 * ends what runs; if the connection ends without a word, as after {@code kill -9}, it waits for a
 * lease.
 *
 * <p>Port and secrets of the node are in a file that only its user can read ({@link
 * io.sluice.cli.host.NodeAddress}). If the cluster has a key store, a command must have the same
 * one and its password ({@link io.sluice.cli.host.KeyProof}).
 */
package io.sluice.cli.host;
