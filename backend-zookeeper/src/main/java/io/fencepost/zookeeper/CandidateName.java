package io.fencepost.zookeeper;

import java.util.Optional;

/**
 * The name of a candidate's node: its guid, a hyphen, and the sequence number that ZooKeeper
 * appended.
 *
 * @param sequence a signed 32-bit counter that wraps; only the order of two numbers less than 2^31
 *     apart means anything
 */
record CandidateName(String guid, int sequence) {
  static Optional<CandidateName> parse(String name) {
    int hyphen = name.indexOf('-');
    if (hyphen < 1) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new CandidateName(
              name.substring(0, hyphen), Integer.parseInt(name.substring(hyphen + 1))));
    } catch (NumberFormatException notOurs) {
      return Optional.empty();
    }
  }

  boolean isBefore(CandidateName other) {
    return sequence - other.sequence < 0;
  }
}
