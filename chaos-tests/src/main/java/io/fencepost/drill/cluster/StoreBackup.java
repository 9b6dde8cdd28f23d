package io.fencepost.drill.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What all servers of a store had on disk at one time, taken and put back while none of them runs.
 * Putting it back is what restoring an old snapshot does to those who use the store: what it said
 * since then is forgotten, and its numbers begin to repeat.
 */
public final class StoreBackup {
  private final CoordinationCluster cluster;
  private final Path directory;

  private StoreBackup(CoordinationCluster cluster, Path directory) {
    this.cluster = cluster;
    this.directory = directory;
  }

  /**
   * Takes it.
   *
   * @param directory where the copy goes; must not exist
   * @throws ClusterException if a server runs
   */
  public static StoreBackup take(CoordinationCluster cluster, Path directory) {
    requireDown(cluster);
    for (CoordinationMember member : cluster.members()) {
      copy(member.data(), directory.resolve(member.name()));
    }
    return new StoreBackup(cluster, directory);
  }

  /**
   * Puts it back.
   *
   * @throws ClusterException if a server runs
   */
  public void restore() {
    requireDown(cluster);
    for (CoordinationMember member : cluster.members()) {
      delete(member.data());
      copy(directory.resolve(member.name()), member.data());
    }
  }

  private static void requireDown(CoordinationCluster cluster) {
    for (CoordinationMember member : cluster.members()) {
      if (member.process().isAlive()) {
        throw new ClusterException(member.process() + " still runs");
      }
    }
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw new ClusterException("could not copy " + from + " to " + to, e);
    }
  }

  private static void delete(Path tree) {
    try (Stream<Path> files = Files.walk(tree)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new ClusterException("could not delete " + tree, e);
    }
  }
}
