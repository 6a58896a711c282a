/**
 * The lock services that are measured, each behind the interface {@link
 * io.sluice.bench.locks.service.LockService}.
 *
 * <p>To add one: implement that interface and {@link io.sluice.bench.locks.service.LockClient} in a
 * class with a public constructor, and name the class in {@code
 * META-INF/services/io.sluice.bench.locks.service.LockService}. Servers run on loopback only, in
 * processes that {@link io.sluice.bench.process.Children} starts and stops.
 */
package io.sluice.bench.locks.service;
