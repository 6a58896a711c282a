package io.sluice.cluster.tcp;

import io.sluice.cluster.Member;
import java.util.Optional;

/**
 * The first thing said on a connection for frames. Public only for the codec.
 *
 * @param from who will send
 * @param to whom it believes to have reached
 * @param data the lock whose data it wants to read; empty on a connection for frames
 */
public record Hello(String cluster, Member from, Member to, Optional<String> data) {}
