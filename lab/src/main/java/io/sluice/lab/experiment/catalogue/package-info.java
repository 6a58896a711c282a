/**
 * What an entry costs with every protocol of the catalogue, measured beside the textbook formulas:
 * messages, client delay and synchronisation delay, under any load, and for up to a million nodes.
 *
 * <p>{@code Formula} holds the formulas, each a {@link io.sluice.lab.experiment.catalogue.Law} for
 * a {@link io.sluice.lab.experiment.catalogue.Quantity}; {@link
 * io.sluice.lab.experiment.catalogue.CatalogueCosts} measures them, also for {@code sluice list
 * --measured}. A new protocol for plain mutual exclusion needs a formula here.
 */
package io.sluice.lab.experiment.catalogue;
