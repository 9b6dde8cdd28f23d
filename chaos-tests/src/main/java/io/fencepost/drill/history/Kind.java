package io.fencepost.drill.history;

/** What an event of a history is about. */
public enum Kind {
  PROCESS_STARTED,
  PROCESS_ENDING,

  /** The first of what a scheduler tells its listeners. */
  ENROLLED,
  LEASE_RENEWED,
  LEASE_LOST,
  DEGRADED,
  STOOD,
  TERM_STARTED,
  TERM_ENDED,
  CLAIMED,
  HANDLER_STARTED,
  HANDLER_ENDED,
  STALE_WRITE,
  RECORDED,
  DOMAIN_ALARM,
  RESIGNED,

  /** A handler has come to a named step of its work. */
  STEP,
  /** A handler is about to write to the sink. */
  WRITE_TRIED,
  /** The sink has answered, or will not: {@link Answer} tells. */
  WRITE_ANSWERED,

  /** A renewal was lost or made late on purpose. */
  RENEWAL_DISTURBED,

  /** The drill begins a fault. */
  FAULT_INJECTED,
  /** The drill has seen that the fault took hold. */
  FAULT_HELD,
  FAULT_HEALED,
  /** The fault is left as it is until the end. */
  FAULT_STAYS
}
