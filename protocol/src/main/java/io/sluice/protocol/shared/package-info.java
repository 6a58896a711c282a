/**
 * Shared and exclusive locks: {@link io.sluice.protocol.shared.ReadWritePermissions}, by
 * permissions that last until their giver asks for them back. Live read-write locks run it by
 * default.
 */
package io.sluice.protocol.shared;
