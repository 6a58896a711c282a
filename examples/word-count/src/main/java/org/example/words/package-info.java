/**
 * Counts the words of a file: {@link org.example.words.WordCount} is the pipeline, {@link
 * org.example.words.Counting} its one function with a state.
 */
package org.example.words;
