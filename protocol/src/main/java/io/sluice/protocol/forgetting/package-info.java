/**
 * Forgets the names of locks that no process uses: all members of a view drop what they know of a
 * name together, or none does.
 *
 * <p>One member proposes names, and each freezes those that are idle there and gives an {@link
 * io.sluice.protocol.forgetting.Answer}. While a name is {@link
 * io.sluice.protocol.forgetting.Frozen}, messages and requests wait. The proposer counts the
 * answers in a {@link io.sluice.protocol.forgetting.Proposal}, which decides. Live nodes run these
 * three; the explorer runs them in {@link io.sluice.protocol.forgetting.ForgottenName}, around a
 * lock that is easily broken.
 */
package io.sluice.protocol.forgetting;
