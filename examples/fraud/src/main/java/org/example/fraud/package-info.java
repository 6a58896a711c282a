/**
 * Finds payments far from the phone of the card's owner: {@link org.example.fraud.Fraud} is the
 * pipeline, {@link org.example.fraud.Payment} and {@link org.example.fraud.Sighting} are what it
 * joins, and {@link org.example.fraud.Events} makes them.
 */
package org.example.fraud;
