/**
 * ShedLock over Sluice's locks: of several instances of an application one runs a scheduled job,
 * without a database.
 *
 * <pre>{@code
 * LockProvider provider = new SluiceLockProvider(sluice);
 * }</pre>
 *
 * <p>{@link io.sluice.shedlock.SluiceLockProvider} is all that users see. {@code docs/shedlock.md}
 * says what differs from providers that write rows with a time of expiry.
 *
 * <p>This package is API: its public types change only with a note in the changelog.
 */
package io.sluice.shedlock;
