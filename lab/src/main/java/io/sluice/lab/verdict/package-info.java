/**
 * What the lab says of a protocol, in the same words wherever it was tried.
 *
 * <p>The explorer, the simulator, a replayed trace and a live run all end with a {@link
 * io.sluice.lab.verdict.Verdict}; what is wrong, with the sentence that explains it, is a {@link
 * io.sluice.lab.verdict.Finding}. A protocol that throws an exception is a finding too, and is
 * worded here once:
 *
 * <pre>{@code
 * switch (Explorer.search(scope, Effort.full()).verdict()) {
 *   case Verdict.Ok _ -> System.out.println("every world is fine");
 *   case Verdict.Incomplete _ -> System.out.println("not searched to the end");
 *   case Verdict violation -> System.out.println(violation.word()); // such as invariant:fence
 * }
 * }</pre>
 */
package io.sluice.lab.verdict;
