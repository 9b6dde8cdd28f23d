package io.fencepost.etcd;

import java.nio.file.Path;
import java.util.Optional;

/** What came of a setting that names a file. */
sealed interface FileSetting {
  record NotSet() implements FileSetting {}

  /** It cannot be used, which is reported already and so is no reason for another error. */
  record Refused() implements FileSetting {}

  record Usable(Path path) implements FileSetting {}

  default boolean isSet() {
    return !(this instanceof NotSet);
  }

  default Optional<Path> usable() {
    return this instanceof Usable file ? Optional.of(file.path()) : Optional.empty();
  }
}
