/**
 * The server of the page. {@link io.sluice.page.server.PageServer} listens on the loopback
 * interface only, checks where each request comes from, and hands it to a route; {@link
 * io.sluice.page.server.Assets} holds the files of the page.
 *
 * <p>Internal: the page starts it.
 */
package io.sluice.page.server;
