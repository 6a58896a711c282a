/**
 * What instances measure of themselves: counts and times, rates, and the use of processors.
 *
 * <p>Internal: applications use {@link io.sluice.streams}, and this package may change.
 */
package io.sluice.streams.engine.measure;
