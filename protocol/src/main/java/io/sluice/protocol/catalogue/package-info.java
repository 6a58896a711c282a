/**
 * Finds protocols by name.
 *
 * <p>{@link io.sluice.protocol.catalogue.Catalogue#builtIn()} has Sluice's own protocols. An
 * application adds its own with {@link io.sluice.protocol.catalogue.Catalogue#with}, or lets them
 * be found with a {@link io.sluice.protocol.catalogue.ProtocolProvider}:
 *
 * <pre>{@code
 * var catalogue = Catalogue.installed().with(MyLock.ALGORITHM);
 * Algorithm<?, ?> found = catalogue.find("my-lock").orElseThrow();
 * }</pre>
 */
package io.sluice.protocol.catalogue;
