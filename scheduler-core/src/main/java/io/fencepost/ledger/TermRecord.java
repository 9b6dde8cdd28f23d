package io.fencepost.ledger;

import static java.util.Objects.requireNonNull;

/**
 * One node's leadership of a job.
 *
 * @param number rises by one with each term of the job; 0 is nobody's
 * @param node the node's id
 * @param process the node's process
 * @param candidate the store's key of the candidate that took office
 */
public record TermRecord(long number, String node, String process, String candidate) {
  public TermRecord {
    requireNonNull(node, "node is null");
    requireNonNull(process, "process is null");
    requireNonNull(candidate, "candidate is null");
  }
}
