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
 * <p>An experiment lists its settings; a {@code Grid} runs each with several seeds on all cores; a
 * {@code Trial} refuses runs that break the rules; {@code Statistics} and {@code Fit} sum up;
 * {@code Printed} sets the paper's number beside ours. No result is written down here: whatever the
 * report shows comes from the run that made it.
 */
package io.sluice.lab.experiment;
