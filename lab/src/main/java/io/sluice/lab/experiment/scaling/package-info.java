/**
 * Decentralised scaling of stream pipelines, after Belkhiria, Bertier and Tedeschi: how well the
 * number of instances follows the load, how accurate and stable it is, and what it costs in
 * messages.
 *
 * <p>{@code ScalingPipeline} decides in discrete time, as the paper does, by a policy of {@code
 * io.sluice.protocol.scaling}; {@code ScalingReplay} has the protocols carry out the same decisions
 * over a simulated network. {@code ScalingSetup} is what the experiments have in common.
 *
 * <p>A {@code ScalingPlan} is the same with real instances and records; {@code ScalingBeside} sets
 * what came of it beside the simulation.
 */
package io.sluice.lab.experiment.scaling;
