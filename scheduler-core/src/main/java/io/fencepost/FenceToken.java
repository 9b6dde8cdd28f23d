package io.fencepost;

import java.util.Comparator;

/**
 * A number that only rises: the zxid (ZooKeeper) or revision (etcd) of the transaction that claimed
 * a run. A sink that has seen a token refuses every lower one of the same job.
 *
 * @param epoch the token domain, raised by an operator ({@code fence-epoch}) when the backend's own
 *     numbers fell because a backup was restored or the backend was replaced; it outweighs the
 *     value
 * @param value the raw zxid or revision
 */
public record FenceToken(long epoch, long value) implements Comparable<FenceToken> {
  private static final Comparator<FenceToken> ORDER =
      Comparator.comparingLong(FenceToken::epoch).thenComparingLong(FenceToken::value);

  public FenceToken {
    if (epoch < 0) {
      throw new IllegalArgumentException("epoch is " + epoch + ", but must not be negative");
    }
    if (value < 0) {
      throw new IllegalArgumentException("value is " + value + ", but must not be negative");
    }
  }

  @Override
  public int compareTo(FenceToken other) {
    return ORDER.compare(this, other);
  }

  /** {@code 812}, or {@code 2:812} in epoch 2. */
  @Override
  public String toString() {
    return epoch == 0 ? Long.toString(value) : epoch + ":" + value;
  }

  /**
   * Reads what {@link #toString()} wrote.
   *
   * @throws IllegalArgumentException if the text is not a token
   */
  public static FenceToken parse(String text) {
    int colon = text.indexOf(':');
    try {
      return colon < 0
          ? new FenceToken(0, Long.parseLong(text))
          : new FenceToken(
              Long.parseLong(text, 0, colon, 10),
              Long.parseLong(text, colon + 1, text.length(), 10));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a fence token: VALUE or EPOCH:VALUE", e);
    }
  }
}
