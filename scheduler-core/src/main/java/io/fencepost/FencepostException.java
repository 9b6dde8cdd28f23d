package io.fencepost;

import org.jspecify.annotations.Nullable;

/** The root of what Fencepost throws on purpose. */
public class FencepostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FencepostException(String message) {
    super(message);
  }

  public FencepostException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
