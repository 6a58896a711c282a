/**
 * Where the processes of a cluster listen: a list of hosts, or a name that resolves to them ({@link
 * io.sluice.cluster.tcp.host.HostLookup}), and on each host a row of ports; and which do not
 * answer.
 *
 * <p>Internal: users name hosts with {@link io.sluice.cluster.tcp.Tcp}.
 */
package io.sluice.cluster.tcp.host;
