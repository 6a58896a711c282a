/**
 * The child processes of a measurement: clients, servers, and the ends of a plain TCP connection.
 *
 * <p>{@link io.sluice.bench.process.Children} starts and stops them; a {@link
 * io.sluice.bench.process.Child} is the parent's side of one, and {@link
 * io.sluice.bench.process.CommandLoop} the child's: a line of words in, a line out.
 *
 * <pre>{@code
 * Child server = children.java("zookeeper", ZooKeeperServerProcess.class, 256);
 * server.tell("serve", folder);
 * String port = server.answer(Duration.ofMinutes(1)).getFirst();
 * }</pre>
 */
package io.sluice.bench.process;
