/**
 * A Kafka broker as a child process: for tests, benchmarks and experiments on one machine. No
 * application needs this; {@code sluice-kafka} connects to existing brokers.
 */
package io.sluice.broker;
