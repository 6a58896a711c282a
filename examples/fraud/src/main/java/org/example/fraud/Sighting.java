package org.example.fraud;

/**
 * The phone of a card's owner was seen in a country.
 *
 * @param time in milliseconds
 */
public record Sighting(int card, String country, long time) {}
