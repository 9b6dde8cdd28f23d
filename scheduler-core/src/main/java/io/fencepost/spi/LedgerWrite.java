package io.fencepost.spi;

import static java.util.Objects.requireNonNull;

import io.fencepost.JobKey;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One transaction on a job's ledger: <em>if the candidate exists, no other term has begun and
 * {@code state} is at the expected version, write all of this</em>.
 *
 * <p>A version alone does not tell whose write it was: in a store that was rolled back, or whose
 * job was deleted, the versions of another leader's writes repeat those of this one's.
 *
 * @param candidate must exist, in the session that stood it; empty for a finish, which needs no
 *     office
 * @param term whose office the write is made in: 16 hex digits, new with each term
 * @param takesOffice whether the write begins the term, which ends the one before; any other is
 *     refused unless the term is the last that began
 * @param expectedVersion the version of {@code state}; empty if there must be none
 * @param state the new value of {@code state}; it carries a nonce, so that reissuing the same write
 *     is harmless
 * @param definition the new value of {@code definition}, where it changes
 * @param runs run records to create
 */
public record LedgerWrite(
    JobKey job,
    Optional<Candidate> candidate,
    String term,
    boolean takesOffice,
    OptionalLong expectedVersion,
    String state,
    Optional<String> definition,
    List<RunEntry> runs) {
  public LedgerWrite {
    requireNonNull(job, "job is null");
    requireNonNull(candidate, "candidate is null");
    requireNonNull(term, "term is null");
    requireNonNull(expectedVersion, "expectedVersion is null");
    requireNonNull(state, "state is null");
    requireNonNull(definition, "definition is null");
    runs = List.copyOf(runs);
  }
}
