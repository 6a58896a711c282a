/** The commands that look after pipelines on Kafka: {@code sluice streams}. */
package io.sluice.cli.command.streams;
