/**
 * The pipelines of {@code sluice demo}: {@link io.sluice.cli.demo.DemoJob} in one process, {@link
 * io.sluice.cli.demo.KafkaDemo} in several processes on a Kafka broker of its own. Both count every
 * record.
 */
package io.sluice.cli.demo;
