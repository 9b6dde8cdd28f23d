package io.fencepost.spi;

import io.fencepost.JobKey;

/** What a session may notice. Hints can be late, repeated or lost; nothing rests on them alone. */
public interface SessionHints {
  /** The line before this node's candidate may have changed: {@link Session#look} again. */
  void queueChanged(JobKey job);

  /** The connection came back: look at every queue again. */
  void reconnected();

  /** The store says that the session has ended. */
  void ended(String why);
}
