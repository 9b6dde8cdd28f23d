package io.fencepost.ledger;

import io.fencepost.FencepostException;
import org.jspecify.annotations.Nullable;

/** What the backend holds is not a ledger value that this version reads. */
public final class LedgerFormatException extends FencepostException {
  private static final long serialVersionUID = 1L;

  public LedgerFormatException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
