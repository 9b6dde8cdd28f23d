package io.fencepost.spi;

import static java.util.Objects.requireNonNull;

import io.fencepost.JobKey;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One transaction on a job's ledger: <em>if the candidate exists and {@code state} is at the
 * expected version, write all of this</em>.
 *
 * @param candidate must exist, in the session that stood it; empty for a finish, which needs no
 *     office
 * @param expectedVersion the version of {@code state}; empty if there must be none
 * @param state the new value of {@code state}; it carries a nonce, so that reissuing the same write
 *     is harmless
 * @param definition the new value of {@code definition}, where it changes
 * @param runs run records to create
 */
public record LedgerWrite(
    JobKey job,
    Optional<Candidate> candidate,
    OptionalLong expectedVersion,
    String state,
    Optional<String> definition,
    List<RunEntry> runs) {
  public LedgerWrite {
    requireNonNull(job, "job is null");
    requireNonNull(candidate, "candidate is null");
    requireNonNull(expectedVersion, "expectedVersion is null");
    requireNonNull(state, "state is null");
    requireNonNull(definition, "definition is null");
    runs = List.copyOf(runs);
  }
}
