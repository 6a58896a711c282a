/** The commands that show something in the browser: {@code demo}, {@code theatre}, {@code page}. */
package io.sluice.cli.command.page;
