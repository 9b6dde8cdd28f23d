package io.fencepost.drill.cluster;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a server of a new cluster keeps its data. A server that finds an earlier cluster's data
 * waits for that cluster's members, or serves its history as if it were this one's.
 */
final class DataDirectory {
  private DataDirectory() {}

  /**
   * Makes it.
   *
   * @throws ClusterException if there is one already, or it cannot be made
   */
  static Path make(Path path) {
    try {
      Files.createDirectories(path.toAbsolutePath().getParent());
      return Files.createDirectory(path);
    } catch (FileAlreadyExistsException e) {
      throw new ClusterException(
          path + " is there already: a new cluster needs an empty directory", e);
    } catch (IOException e) {
      throw new ClusterException("could not make " + path + " for a server's data", e);
    }
  }
}
