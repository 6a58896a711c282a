/**
 * How records travel from one instance to another: {@code Sending} gives what an instance emits to
 * an {@code Outlet} for each receiving operator, which collects batches and puts them into the
 * {@code Inbox} of a {@code Target}. What must come behind certain records, and before others,
 * travels the same way, as an {@code Item}.
 *
 * <p>Internal: applications use {@link io.sluice.streams}, and this package may change.
 */
package io.sluice.streams.engine.channel;
