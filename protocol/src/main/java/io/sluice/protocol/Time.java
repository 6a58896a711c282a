package io.sluice.protocol;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an {@code int} or a {@code long} in a state or message as a time: a logical one, or one
 * that {@link Input.Tick} has told.
 *
 * <p>The explorer moves all times of a world together, because a protocol that only compares them,
 * takes their maximum and adds constants cannot tell the difference: see {@link Algorithm.Clocks}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
public @interface Time {}
