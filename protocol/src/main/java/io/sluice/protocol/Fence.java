package io.sluice.protocol;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a {@code long} in a state or message as a fencing number.
 *
 * <p>Fencing numbers only rise, so with clients that never stop asking the number of worlds would
 * be infinite; since they decide nothing within a protocol, the explorer can leave them out.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
public @interface Fence {}
