/**
 * Finds visits: {@link org.example.clicks.ClickSessions} is the pipeline, {@link
 * org.example.clicks.Click} what it reads and {@link org.example.clicks.Visit} what it makes of
 * that.
 */
package org.example.clicks;
