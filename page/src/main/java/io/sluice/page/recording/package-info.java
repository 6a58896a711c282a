/**
 * Recordings of live nodes, opened in the theatre: what the nodes of one cluster have recorded is
 * merged, for each lock and view, into one run in causal order.
 *
 * <pre>{@code
 * var files = Recordings.read(List.of(textOfA, textOfB), Catalogue.builtIn());
 * RecordedRun run = files.runs().getFirst();
 * run.notes().forEach(System.out::println); // what was not recorded
 * }</pre>
 *
 * <p>{@code RecordingReader} reads the lines of the files; {@code Rerun} gives each process its
 * recorded inputs again, since a protocol is a pure function; {@code CausalOrder} puts the steps of
 * all processes into one order, in which every message is sent before it arrives; {@code RunWorlds}
 * shows the worlds between these steps.
 *
 * <p>Internal: the page uses it.
 */
package io.sluice.page.recording;
