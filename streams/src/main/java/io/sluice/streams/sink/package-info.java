/** The sinks behind the factory methods of {@link io.sluice.streams.Sink}. */
package io.sluice.streams.sink;
