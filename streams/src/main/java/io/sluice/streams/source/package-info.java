/**
 * The sources that come with Sluice.
 *
 * <p>{@link io.sluice.streams.source.IterableSource} and {@link io.sluice.streams.source.FileLines}
 * read on the thread of their instance, some records at a time. {@link
 * io.sluice.streams.source.StandardInput} may have to wait and so reads on a thread of its own. A
 * {@link io.sluice.streams.source.Pace} says how many records a {@link io.sluice.streams.Generator}
 * has to give. {@link io.sluice.streams.source.SourceTask} runs a source as an operator.
 *
 * <p>Internal: an application gets them from the static methods of {@link
 * io.sluice.streams.Source}.
 */
package io.sluice.streams.source;
