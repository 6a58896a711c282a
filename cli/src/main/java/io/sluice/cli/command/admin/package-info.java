/**
 * The commands that look into a cluster of locks: {@code who}, {@code members}, {@code release}.
 * Each joins the cluster, as {@code sluice lock} does, asks its members, and departs.
 */
package io.sluice.cli.command.admin;
