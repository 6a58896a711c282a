/**
 * Locks for mobile processes, after Hernane and Gustedt: what processes that join and depart cost
 * the others, and how high their tree grows.
 *
 * <p>{@code dho-mobility} repeats the paper's Table 2 at the level of the lock; {@code
 * mobile-churn} measures messages and tree heights for up to a million processes while some are
 * replaced all the time.
 */
package io.sluice.lab.experiment.mobile;
