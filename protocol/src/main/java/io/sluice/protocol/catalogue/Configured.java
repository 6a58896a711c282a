package io.sluice.protocol.catalogue;

import io.sluice.protocol.Algorithm;
import java.util.Optional;
import java.util.function.Function;

/**
 * A protocol whose name can say how it is set up.
 *
 * @param form how such a name is written, with capitals for what is to be filled in
 * @param meaning what it says
 * @param find the algorithm of such a name, if it is one
 */
public record Configured(
    String form, String meaning, Function<String, Optional<? extends Algorithm<?, ?>>> find) {}
