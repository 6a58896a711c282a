/**
 * The sinks that come with Sluice, and {@link io.sluice.streams.sink.SinkTask}, which runs one as
 * an operator.
 *
 * <p>Internal: an application gets them from the static methods of {@link io.sluice.streams.Sink}.
 */
package io.sluice.streams.sink;
