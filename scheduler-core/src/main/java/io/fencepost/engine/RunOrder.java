package io.fencepost.engine;

/**
 * What a worker is to do with a run.
 *
 * @param callHandler false: only seal the sinks and look for the result
 * @param lookupOnFailure if the handler fails, look for the result: this was the last attempt
 */
record RunOrder(boolean callHandler, boolean lookupOnFailure) {}
