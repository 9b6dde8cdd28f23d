package io.fencepost.jdbc;

import io.fencepost.FenceToken;
import java.util.Optional;

/** How a {@code once} ended. Either way the result is there exactly once. */
public sealed interface OnceResult {
  /** The text kept beside the key, if the work that wrote it returned one. */
  Optional<String> text();

  /**
   * The work ran now. Its writes and the result row are committed together; after {@link
   * JdbcSink#onceIn} they are as soon as the caller's transaction is.
   */
  record Written(Optional<String> text) implements OnceResult {}

  /**
   * An earlier transaction had written it, so the work did not run.
   *
   * @param fence the token of the run that wrote it
   * @param attempt the attempt that wrote it
   * @param node the node that wrote it
   */
  record AlreadyThere(Optional<String> text, FenceToken fence, int attempt, String node)
      implements OnceResult {}
}
