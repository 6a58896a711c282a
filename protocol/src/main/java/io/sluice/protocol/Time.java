package io.sluice.protocol;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an {@code int} in a state or message as a logical time.
 *
 * <p>The explorer moves all times of a world together, because a protocol that only compares them,
 * takes their maximum and adds one cannot tell the difference: see {@link Algorithm.Clocks}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
public @interface Time {}
