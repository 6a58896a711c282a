/**
 * What every protocol must keep to, checked at each step that the explorer computes: a step is a
 * pure function from values to values.
 *
 * <pre>{@code
 * var contract = new Contract<>(algorithm, layout);
 * var taken = contract.takeAgain(protocol, state, input);
 * taken.wrong().ifPresent(finding -> System.out.println(finding.what()));
 * }</pre>
 *
 * <p>A {@link io.sluice.lab.explore.contract.Contract} takes a step and says what is wrong with it,
 * an {@link io.sluice.lab.explore.contract.Outcome} is all that the step did, and {@link
 * io.sluice.lab.explore.contract.Values} tells values from objects that only look like them.
 */
package io.sluice.lab.explore.contract;
