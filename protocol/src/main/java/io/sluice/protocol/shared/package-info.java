/**
 * Shared and exclusive locks: {@link io.sluice.protocol.shared.ReadWritePermissions}, by
 * permissions that last until their giver asks for them back, which live read-write locks run by
 * default; and {@link io.sluice.protocol.shared.ReadWriteTokenQueue}, by a token whose holder lets
 * readers in, which data runs over.
 */
package io.sluice.protocol.shared;
