/**
 * The theatre: a reader chooses what happens next in a protocol, and sees every world on the way.
 *
 * <p>The server keeps no session. A request names the scope ({@link
 * io.sluice.page.theatre.ScopeQuery}) and the choices so far, and {@link
 * io.sluice.page.theatre.Theatre} walks there and writes each world with {@link
 * io.sluice.page.theatre.WorldJson}. What it keeps of the latest scopes, an {@link
 * io.sluice.page.theatre.OpenScope}, only saves time. {@link io.sluice.page.theatre.Export} writes
 * the worlds of a scope into one file that needs no server.
 *
 * <p>Internal: the page uses it.
 */
package io.sluice.page.theatre;
