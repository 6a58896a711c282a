package org.example.fraud;

/**
 * A card was used.
 *
 * @param number of the payment
 * @param time in milliseconds
 */
public record Payment(long number, int card, String country, long time) {}
