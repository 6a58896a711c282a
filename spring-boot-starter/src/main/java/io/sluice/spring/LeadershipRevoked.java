package io.sluice.spring;

/**
 * Published when this instance is no longer the leader of a role: it was lost, or the application
 * ends. Another instance leads after the listeners have returned; if leadership was lost because
 * this instance was cut off, perhaps before that.
 *
 * @param role the role
 */
public record LeadershipRevoked(String role) {}
