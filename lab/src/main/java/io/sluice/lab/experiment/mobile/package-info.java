/**
 * Locks for mobile processes, after Hernane and Gustedt: what processes that join and depart cost
 * the others, and how high their tree grows.
 *
 * <p>{@code dho-async}, {@code dho-shared} and {@code dho-mobility} repeat the paper's Fig. 11 to
 * 13 and Table 2 on its platform, with data that moves over simulated links ({@code DhoSetup});
 * {@code mobile-churn} measures messages and tree heights for up to a million processes while some
 * are replaced all the time.
 */
package io.sluice.lab.experiment.mobile;
