/**
 * The commands for data that moves with its lock: {@code data put}, {@code data get} and {@code
 * data edit}. Each joins the cluster, acquires the data as a Java application does, and departs;
 * the bytes stay with the other members.
 */
package io.sluice.cli.command.data;
