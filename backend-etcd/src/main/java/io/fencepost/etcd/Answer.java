package io.fencepost.etcd;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** What became of one request to etcd: a value, or a failure. */
record Answer<T>(@Nullable T orNull, @Nullable Failure failureOrNull) {
  static <T> Answer<T> of(T value) {
    return new Answer<>(value, null);
  }

  static <T> Answer<T> failed(Failure failure) {
    return new Answer<>(null, failure);
  }

  boolean isOk() {
    return failureOrNull == null;
  }

  /**
   * @throws NullPointerException unless it is OK
   */
  T value() {
    return requireNonNull(orNull, "no value");
  }

  /**
   * @throws NullPointerException if it is OK
   */
  Failure failure() {
    return requireNonNull(failureOrNull, "no failure");
  }

  boolean failedBy(Failure.Kind kind) {
    return failureOrNull != null && failureOrNull.is(kind);
  }
}
