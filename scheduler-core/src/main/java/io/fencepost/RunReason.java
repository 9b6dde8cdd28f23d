package io.fencepost;

/** Why a run was started. */
public enum RunReason {
  /** The occurrence came due. */
  SCHEDULED,
  /**
   * The occurrence came due while nobody could run it, and the job's {@link MisfirePolicy} asks for
   * it.
   */
  MISFIRE,
  /** An earlier attempt failed, or was given back before it ended. */
  RETRY,
  /** The holder of an earlier attempt vanished. */
  RECOVERY,
  /** A person asked for it. */
  MANUAL
}
