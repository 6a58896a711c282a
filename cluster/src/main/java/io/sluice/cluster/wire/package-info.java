/**
 * The wire format: a closed set of records as bytes, and back.
 *
 * <pre>{@code
 * var codec = Codec.of(NaimiTrehel.Message.class);
 * byte[] frame = codec.encode(new NaimiTrehel.Message.Request(3));
 * NaimiTrehel.Message message = codec.decode(frame);
 * }</pre>
 */
package io.sluice.cluster.wire;
