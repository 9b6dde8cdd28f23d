package io.fencepost.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A job's line as one list of children shows it: the names {@code <guid>-<sequence>}, first in line
 * first. Other children are ignored.
 *
 * <p>ZooKeeper counts sequences in an {@code int} that wraps, so two of them are compared by their
 * difference; that holds while a line spans less than 2^31 candidacies.
 */
record Line(List<String> names) {
  static Line of(List<String> children) {
    List<String> names = new ArrayList<>(children);
    names.removeIf(name -> !isCandidate(name));
    names.sort((one, other) -> Integer.compare(sequence(one) - sequence(other), 0));
    return new Line(names);
  }

  boolean contains(String name) {
    return names.contains(name);
  }

  /** The one right before this name, which must be in line. */
  Optional<String> before(String name) {
    int place = names.indexOf(name);
    return place == 0 ? Optional.empty() : Optional.of(names.get(place - 1));
  }

  /** All candidates that stood under these guids, in whichever session. */
  List<String> of(Set<String> guids) {
    return names.stream().filter(name -> guids.contains(guid(name))).toList();
  }

  static String guid(String name) {
    return name.substring(0, dash(name));
  }

  /**
   * @throws NumberFormatException if the name does not end in a sequence number
   */
  static int sequence(String name) {
    return Integer.parseInt(name.substring(dash(name) + 1));
  }

  private static boolean isCandidate(String name) {
    return name.matches("[0-9A-Za-z]+-(\\d{10}|-\\d{1,10})");
  }

  /** A negative sequence has a dash of its own. */
  private static int dash(String name) {
    return name.indexOf('-');
  }
}
