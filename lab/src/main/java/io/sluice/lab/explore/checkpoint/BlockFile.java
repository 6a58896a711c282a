package io.sluice.lab.explore.checkpoint;

import io.sluice.lab.explore.table.Bytes;
import io.sluice.lab.explore.table.IntList;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A file that only grows, by blocks, each with the number of its items, its length and a checksum.
 * One thread appends; any number may read blocks that were appended before.
 */
public final class BlockFile implements AutoCloseable {

  private static final int HEADER = 3 * Integer.BYTES;

  private final CheckpointFolder folder;
  private final Path path;
  private final FileChannel channel;

  /** Where each block begins, in the file, and how many items it has. */
  private final List<Long> places = new ArrayList<>();

  private final IntList counts = new IntList();
  private long length;
  private long items;

  BlockFile(CheckpointFolder folder, Path path, FileChannel channel) {
    this.folder = folder;
    this.path = path;
    this.channel = channel;
  }

  public String name() {
    return path.getFileName().toString();
  }

  public int blocks() {
    return places.size();
  }

  /** How many items its blocks have together. */
  public long items() {
    return items;
  }

  public int items(int block) {
    return counts.get(block);
  }

  public long length() {
    return length;
  }

  /**
   * Appends a block.
   *
   * @throws DiskTroubleException if the disk does not take it
   */
  public void append(Bytes content, int count) {
    var block = ByteBuffer.allocate(HEADER + content.size());
    block.putInt(count).putInt(content.size());
    block.putInt(checksum(count, content.array(), content.size()));
    block.put(content.array(), 0, content.size()).flip();
    folder.isAboutToWrite(block.remaining());
    try {
      long at = length;
      while (block.hasRemaining()) {
        at += channel.write(block, at);
      }
      note(length, count, at);
    } catch (IOException e) {
      throw folder.trouble("write to", e);
    }
  }

  private void note(long place, int count, long end) {
    places.add(place);
    counts.add(count);
    items += count;
    length = end;
  }

  /**
   * Reads a block.
   *
   * @throws CheckpointException if it is damaged
   */
  public void read(int block, Bytes content) {
    var _ = read(places.get(block), Long.MAX_VALUE, content);
  }

  private Header read(long place, long end, Bytes content) {
    try {
      var header = ByteBuffer.allocate(HEADER);
      boolean whole = fill(header, place);
      var found = new Header(header.getInt(0), header.getInt(4), header.getInt(8));
      if (!whole || found.count < 0 || found.size < 0 || found.size > end - place - HEADER) {
        throw damaged();
      }
      byte[] bytes = content.fill(found.size);
      whole = fill(ByteBuffer.wrap(bytes, 0, found.size), place + HEADER);
      if (!whole || checksum(found.count, bytes, found.size) != found.checksum) {
        throw damaged();
      }
      return found;
    } catch (IOException e) {
      throw folder.trouble("read from", e);
    }
  }

  private record Header(int count, int size, int checksum) {}

  private boolean fill(ByteBuffer buffer, long place) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, place + buffer.position()) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Takes over a file that was written before, up to some length, and drops what is behind. */
  void recover(long upTo) {
    var content = new Bytes();
    try {
      if (channel.size() < upTo) {
        throw damaged();
      }
      while (length < upTo) {
        var header = read(length, upTo, content);
        note(length, header.count, length + HEADER + header.size);
      }
      channel.truncate(upTo);
    } catch (IOException e) {
      throw folder.trouble("read from", e);
    }
  }

  private CheckpointException damaged() {
    return new CheckpointException(
        "%s is damaged, so the search cannot be resumed: begin again without --resume, in another directory"
            .formatted(path));
  }

  private static int checksum(int count, byte[] bytes, int size) {
    var sum = new CRC32C();
    sum.update(count);
    sum.update(bytes, 0, size);
    return (int) sum.getValue();
  }

  /** Waits until everything is on the disk. */
  void force() {
    try {
      channel.force(false);
    } catch (IOException e) {
      throw folder.trouble("write to", e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw folder.trouble("close", e);
    }
  }
}
