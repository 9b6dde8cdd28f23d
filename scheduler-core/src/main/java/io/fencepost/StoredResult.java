package io.fencepost;

/**
 * What a sink holds of an occurrence.
 *
 * @param complete the result of the whole occurrence is there
 * @param steps how many results of single steps are there
 */
public record StoredResult(boolean complete, int steps) {
  public static final StoredResult NONE = new StoredResult(false, 0);

  public StoredResult {
    if (steps < 0) {
      throw new IllegalArgumentException("steps is " + steps + ", but must not be negative");
    }
  }
}
