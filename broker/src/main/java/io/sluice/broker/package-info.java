/**
 * Kafka brokers as child processes, one or a cluster of several: for tests, benchmarks and
 * experiments on one machine. No application needs this; {@code sluice-kafka} connects to existing
 * brokers.
 */
package io.sluice.broker;
