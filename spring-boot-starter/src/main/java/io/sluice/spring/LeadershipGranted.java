package io.sluice.spring;

/**
 * Published when this instance becomes the leader of a role of {@code sluice.leader.roles}.
 *
 * @param role the role
 * @param fence the fencing number of this term: higher than that of every earlier leader
 */
public record LeadershipGranted(String role, long fence) {}
