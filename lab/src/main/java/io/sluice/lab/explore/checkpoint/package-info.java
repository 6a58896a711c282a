/**
 * What a search keeps on disk: worlds that do not fit into memory, and checkpoints from which it
 * can be resumed.
 *
 * <p>A {@link io.sluice.lab.explore.checkpoint.CheckpointFolder} is the directory, with files that
 * grow by blocks ({@link io.sluice.lab.explore.checkpoint.BlockFile}) and a {@link
 * io.sluice.lab.explore.checkpoint.Manifest}, which says what of them belongs to the latest
 * checkpoint and of which search it is.
 */
package io.sluice.lab.explore.checkpoint;
