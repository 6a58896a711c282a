/**
 * The commands that look into a cluster of locks: {@code who}, {@code members}, {@code release}.
 * Each joins the cluster, asks its members, and departs; or has a node on its host ask them.
 */
package io.sluice.cli.command.admin;
