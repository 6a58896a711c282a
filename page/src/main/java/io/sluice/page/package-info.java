/**
 * The page: a theatre for protocols, and views of pipelines and locks, in the browser.
 *
 * <pre>{@code
 * try (var page = Page.theatre(Catalogue.builtIn()).start()) {
 *   System.out.println(page.link());   // http://127.0.0.1:40123/#token=...
 * }
 * }</pre>
 *
 * <p>Of a pipeline that runs: {@code Page.of(running).start()}; of the locks of a cluster: {@code
 * Page.of(sluice).start()}; of both: {@code Page.of(sluice, running).start()}.
 *
 * <p>{@code server} answers requests of a browser on this machine and refuses all others; {@code
 * theatre} turns walks through the worlds of a protocol into JSON, and writes them into one
 * self-contained file; {@code recording} merges what live nodes have recorded; {@code pipeline}
 * follows a pipeline, {@code locks} the locks of a cluster.
 *
 * <p>Internal: applications use the command line.
 */
package io.sluice.page;
