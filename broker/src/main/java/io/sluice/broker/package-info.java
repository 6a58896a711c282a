/**
 * A Kafka broker of one's own, in a process of its own: for tests, benchmarks and experiments on
 * one machine. No application needs this; {@code sluice-kafka} speaks to the brokers there are.
 */
package io.sluice.broker;
