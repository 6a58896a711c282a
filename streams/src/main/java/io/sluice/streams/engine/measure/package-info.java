/** What instances measure of themselves: counts and times, rates, and the use of processors. */
package io.sluice.streams.engine.measure;
