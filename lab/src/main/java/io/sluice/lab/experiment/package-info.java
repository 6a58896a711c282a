/**
 * What the papers measured, measured again: one class for each experiment, each a section of the
 * report.
 *
 * <pre>{@code
 * var sections = new ArrayList<Section>();
 * for (Experiment experiment : Experiments.all()) {
 *   sections.add(experiment.run(Options.DEFAULT, Progress.SILENT));
 * }
 * new ReportWriter(Path.of("report")).write(new Report("Sluice lab", "", sections));
 * }</pre>
 *
 * <p>An experiment lists its settings; a {@code Grid} runs each setting with several seeds on all
 * cores; a {@code Trial} fails the experiment if a run breaks a rule; {@code Statistics} and {@code
 * Fit} summarise; {@code PaperValue} compares the paper's number with ours. No result is written in
 * the code: everything that the report shows comes from the run that made it.
 *
 * <p>To add an experiment:
 *
 * <ol>
 *   <li>implement {@link io.sluice.lab.experiment.Experiment} in the package of its family;
 *   <li>list it in {@link io.sluice.lab.experiment.Experiments};
 *   <li>add a row to {@code docs/experiments.md}.
 * </ol>
 *
 * <p>A test fails, and says so, if one of these was forgotten.
 */
package io.sluice.lab.experiment;
