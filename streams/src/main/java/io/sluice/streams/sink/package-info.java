/**
 * The sinks that come with Sluice.
 *
 * <p>Internal: an application gets them from the static methods of {@link io.sluice.streams.Sink}.
 */
package io.sluice.streams.sink;
