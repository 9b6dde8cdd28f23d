package io.fencepost.schedule;

import java.util.OptionalInt;

/** Numbers from 0 to 63, one bit each. */
record NumberSet(long bits) {
  static final NumberSet EMPTY = new NumberSet(0);

  /** The first number, and every further one at the step's distance, up to the last. */
  static NumberSet range(int first, int last, int step) {
    long bits = 0;
    for (int number = first; number <= last; number += step) {
      bits |= 1L << number;
    }
    return new NumberSet(bits);
  }

  NumberSet union(NumberSet other) {
    return new NumberSet(bits | other.bits);
  }

  boolean contains(int number) {
    return (bits & (1L << number)) != 0;
  }

  int least() {
    return atLeast(0).orElseThrow();
  }

  /** The least number that is not below the bound. */
  OptionalInt atLeast(int bound) {
    long rest = bound >= Long.SIZE ? 0 : bits & (-1L << bound);
    return rest == 0 ? OptionalInt.empty() : OptionalInt.of(Long.numberOfTrailingZeros(rest));
  }
}
