/**
 * Benchmarks; never part of the product.
 *
 * <pre>
 * mvn package -DskipTests
 * java -XX:+UseParallelGC -jar bench/target/sluice-bench.jar explorer simulator
 * java -jar bench/target/sluice-bench.jar locks --quick
 * java -jar bench/target/sluice-bench.jar data --quick
 * java -jar bench/target/sluice-bench.jar streams --quick
 * java -jar bench/target/sluice-bench.jar kafka
 * </pre>
 *
 * <p>{@code explorer} and {@code simulator} measure the lab, {@code kafka} the hand-over of a lock
 * through a broker, {@link io.sluice.bench.locks} sets lock services side by side, {@link
 * io.sluice.bench.data} ways to hand data over and {@link io.sluice.bench.streams} stream engines;
 * these three share {@link io.sluice.bench.process} and {@link io.sluice.bench.report}. Results are
 * in {@code docs/BENCHMARKS.md}.
 */
package io.sluice.bench;
