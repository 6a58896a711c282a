/**
 * Other ways to use data that moves with its lock.
 *
 * <p>{@link io.sluice.locks.data.Data} holds one value of a type instead of bytes:
 *
 * <pre>{@code
 * var handle = sluice.data("prices").size(1).open();
 * var patience = Duration.ofSeconds(10);
 * Data<Prices> prices = Data.of(handle, Format.of(Prices.class), new Prices(Map.of()));
 * prices.update(patience, old -> new Prices(Map.of("sku-7", 42)));
 * }</pre>
 *
 * <p>{@link io.sluice.locks.data.Dho} has the nine calls of Hernane and Gustedt (2016), which may
 * come in any order.
 *
 * <p>This package is API: its public types change only with a note in the changelog.
 */
package io.sluice.locks.data;
