package io.fencepost.zookeeper;

import io.fencepost.JobKey;
import io.fencepost.spi.RunEntry;
import io.fencepost.spi.RunsOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.jspecify.annotations.Nullable;

/** Lists and trims the children of {@code runs}, whose names sort as their numbers do. */
final class RunRecords {
  /** So that no request comes near to what a server takes. */
  private static final int BATCH = 100;

  private final Connection connection;
  private final Paths paths;
  private final JobKey job;

  RunRecords(Connection connection, Paths paths, JobKey job) {
    this.connection = connection;
    this.paths = paths;
    this.job = job;
  }

  CompletionStage<RunsOutcome> list() {
    return connection
        .children(paths.runs(job))
        .thenCompose(
            children -> {
              if (children.is(Code.NONODE)) {
                return CompletableFuture.completedFuture(new RunsOutcome.Listed(List.of()));
              }
              return children.isOk()
                  ? read(children.value().stream().sorted().toList())
                  : CompletableFuture.completedFuture(failed(children.code()));
            });
  }

  CompletionStage<@Nullable Void> trim(String term, long below) {
    return connection
        .children(paths.runs(job))
        .thenCompose(children -> children.isOk() ? delete(children.value(), term, below) : done());
  }

  private CompletionStage<RunsOutcome> read(List<String> names) {
    List<RunEntry> runs = new ArrayList<>();
    CompletionStage<Code> all = CompletableFuture.completedFuture(Code.OK);
    for (String name : names) {
      all =
          all.thenCombine(
              connection.get(paths.runs(job) + "/" + name),
              (code, run) -> {
                if (run.isOk()) {
                  runs.add(new RunEntry(Long.parseLong(name, 16), run.value().text()));
                }
                // One that is gone has been trimmed meanwhile.
                return run.isOk() || run.is(Code.NONODE) ? code : run.code();
              });
    }
    return all.thenApply(code -> code == Code.OK ? new RunsOutcome.Listed(runs) : failed(code));
  }

  private CompletionStage<@Nullable Void> delete(List<String> names, String term, long below) {
    String first = Paths.runName(below);
    List<String> old = names.stream().filter(name -> name.compareTo(first) < 0).toList();
    CompletionStage<@Nullable Void> all = done();
    for (int from = 0; from < old.size(); from += BATCH) {
      List<Op> operations = new ArrayList<>();
      operations.add(Op.check(paths.term(job, term), -1));
      for (String name : old.subList(from, Math.min(from + BATCH, old.size()))) {
        operations.add(Op.delete(paths.runs(job) + "/" + name, -1));
      }
      all = all.thenCombine(connection.multi(operations), (before, answer) -> null);
    }
    return all;
  }

  private RunsOutcome failed(Code code) {
    return new RunsOutcome.Failed(code + " while reading the runs of " + job);
  }

  private static CompletionStage<@Nullable Void> done() {
    return CompletableFuture.completedFuture(null);
  }
}
