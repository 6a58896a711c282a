/**
 * The wire format: a closed set of records as bytes, and back.
 *
 * <pre>{@code
 * var codec = Codec.of(TokenQueue.Message.class);
 * byte[] frame = codec.encode(new TokenQueue.Message.Request(3));
 * TokenQueue.Message message = codec.decode(frame);
 * }</pre>
 *
 * <p>Internal: the format may change with every version.
 */
package io.sluice.cluster.wire;
