package io.fencepost.drill.history;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.fencepost.ledger.JobState;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.RunRecord;

/**
 * A committed change of what the backend holds of a job. The changes of one transaction have the
 * same order.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "change")
@JsonSubTypes({
  @JsonSubTypes.Type(value = LedgerChange.CandidateStood.class, name = "candidate-stood"),
  @JsonSubTypes.Type(value = LedgerChange.CandidateGone.class, name = "candidate-gone"),
  @JsonSubTypes.Type(value = LedgerChange.StateWritten.class, name = "state-written"),
  @JsonSubTypes.Type(value = LedgerChange.RunRecorded.class, name = "run-recorded")
})
public sealed interface LedgerChange {
  /** The transaction's number in the backend: zxid or revision. */
  long order();

  String job();

  /**
   * @param candidate the backend's key of it
   */
  record CandidateStood(long order, String job, String candidate) implements LedgerChange {}

  /** It was withdrawn, or its session ended. */
  record CandidateGone(long order, String job, String candidate) implements LedgerChange {}

  /**
   * @param json as the ledger wrote it
   */
  record StateWritten(long order, String job, String json) implements LedgerChange {
    public JobState state() {
      return LedgerJson.readState(json);
    }
  }

  /**
   * @param json as the ledger wrote it
   */
  record RunRecorded(long order, String job, String json) implements LedgerChange {
    public RunRecord run() {
      return LedgerJson.readRun(json);
    }
  }
}
