package io.fencepost.drill.network;

/** Which way bytes go on a {@link Link}. */
public enum Direction {
  /** From the process to the server. */
  REQUESTS,
  /** From the server to the process. */
  REPLIES
}
