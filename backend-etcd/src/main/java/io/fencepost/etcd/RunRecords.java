package io.fencepost.etcd;

import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.fencepost.JobKey;
import io.fencepost.spi.RunEntry;
import io.fencepost.spi.RunsOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Lists and trims a job's run records, whose keys sort as their numbers do. */
final class RunRecords {
  /** So that no answer exceeds what a gRPC client takes. */
  private static final int PAGE = 100;

  private final Connection connection;
  private final Keys keys;
  private final JobKey job;

  RunRecords(Connection connection, Keys keys, JobKey job) {
    this.connection = connection;
    this.keys = keys;
    this.job = job;
  }

  CompletionStage<RunsOutcome> list() {
    return list(0, new ArrayList<>());
  }

  /** A page that is trimmed meanwhile is shorter; the rest is still in order. */
  private CompletionStage<RunsOutcome> list(long from, List<RunEntry> before) {
    GetOption page =
        GetOption.builder()
            .withRange(Keys.bytes(keys.run(job, Long.MAX_VALUE)))
            .withLimit(PAGE)
            .build();
    return connection
        .get(keys.run(job, from), page)
        .thenCompose(
            answer -> {
              if (!answer.isOk()) {
                return done(
                    new RunsOutcome.Failed(answer.failure().cause("reading the runs of " + job)));
              }
              answer.value().getKvs().forEach(kv -> before.add(run(kv)));
              return answer.value().isMore()
                  ? list(before.get(before.size() - 1).number() + 1, before)
                  : done(new RunsOutcome.Listed(before));
            });
  }

  /** One deletion of a range, however many there are. */
  CompletionStage<@Nullable Void> trim(String term, long below) {
    if (below <= 0) {
      return CompletableFuture.completedFuture(null);
    }
    DeleteOption range = DeleteOption.builder().withRange(Keys.bytes(keys.run(job, below))).build();
    Cmp inOffice =
        new Cmp(Keys.bytes(keys.office(job)), Cmp.Op.EQUAL, CmpTarget.value(Keys.bytes(term)));
    Op deletion = Op.delete(Keys.bytes(keys.run(job, 0)), range);
    return connection
        .txn(List.of(inOffice), List.of(deletion), List.of())
        .thenApply(answer -> null);
  }

  private RunEntry run(KeyValue kv) {
    String number = Keys.text(kv.getKey()).substring(keys.runs(job).length());
    return new RunEntry(Long.parseLong(number, 16), Keys.text(kv.getValue()));
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
