/**
 * Options and arguments that several commands share, and the files that options name.
 *
 * <p>The classes named {@code ...Options} are picocli mixins: a command declares one as a field and
 * asks it for a finished object, such as {@link io.sluice.cli.option.SubjectOptions} for a protocol
 * with its processes and claims. The others parse one value each. All of them throw {@code
 * IllegalArgumentException} whose message begins with the option as it was written and says what to
 * write instead: {@code --groups 2: write the sizes with an x between them, such as 2x1}.
 */
package io.sluice.cli.option;
