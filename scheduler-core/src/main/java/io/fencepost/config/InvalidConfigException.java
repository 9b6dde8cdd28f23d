package io.fencepost.config;

import io.fencepost.FencepostException;
import java.util.List;

/**
 * The configuration is wrong. Holds every error that was found, each with its path and what is
 * allowed.
 */
public final class InvalidConfigException extends FencepostException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> errors;

  public InvalidConfigException(List<String> errors) {
    super(
        "The configuration has "
            + (errors.size() == 1 ? "an error" : errors.size() + " errors")
            + ":\n  - "
            + String.join("\n  - ", errors));
    this.errors = List.copyOf(errors);
  }

  public List<String> errors() {
    return errors;
  }
}
