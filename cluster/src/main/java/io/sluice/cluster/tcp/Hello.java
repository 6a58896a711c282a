package io.sluice.cluster.tcp;

import io.sluice.cluster.Member;

/**
 * The first thing said on a connection for frames. Public only for the codec.
 *
 * @param from who will send
 * @param to whom it believes to have reached
 */
public record Hello(String cluster, Member from, Member to) {}
