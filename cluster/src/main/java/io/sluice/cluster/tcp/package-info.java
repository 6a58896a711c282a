/**
 * The network of processes that reach each other over TCP, {@link io.sluice.cluster.tcp.Tcp}.
 *
 * <p>JGroups finds the processes, carries the messages of the membership, and reports lost contact;
 * its views are only hints. Frames of locks go over connections of our own ({@code Connections}):
 * the sending thread writes to the socket, and the thread that reads a frame processes it, so a
 * frame crosses as few threads as possible.
 *
 * <p>With {@link io.sluice.cluster.tcp.Keys} every connection is mutually authenticated and
 * encrypted; without keys, only addresses of this machine are allowed. {@code Founding} decides
 * which process may start a cluster: only the one at the first address, and only if there is no
 * cluster yet.
 */
package io.sluice.cluster.tcp;
