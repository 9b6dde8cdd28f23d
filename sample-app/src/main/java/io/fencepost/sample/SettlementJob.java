package io.fencepost.sample;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.fencepost.Job;
import io.fencepost.RunContext;
import io.fencepost.Scheduled;
import io.fencepost.jdbc.JdbcSink;
import java.sql.SQLException;
import java.time.LocalDate;

/**
 * Settles what each merchant took on a day, and closes the day. Each merchant is a step of its own:
 * an attempt that follows one that got half way goes on with the rest.
 */
@Scheduled(name = "daily-settlement", cron = "0 2 * * *", zone = "Asia/Shanghai")
final class SettlementJob implements Job {
  private final JdbcSink sink;
  private final SettlementBook book;
  private final Fees fees;
  private final BusinessDays days;

  @Inject
  SettlementJob(JdbcSink sink, SettlementBook book, Fees fees, BusinessDays days) {
    this.sink = requireNonNull(sink, "sink is null");
    this.book = requireNonNull(book, "book is null");
    this.fees = requireNonNull(fees, "fees is null");
    this.days = requireNonNull(days, "days is null");
  }

  @Override
  public void run(RunContext run) throws SQLException {
    LocalDate day = days.settledBy(run.occurrence());
    for (String merchant : book.merchants()) {
      long taken = book.taken(merchant, day);
      long fee = fees.of(merchant, taken);
      sink.once(run, merchant, tx -> book.settle(tx, run, merchant, day, taken - fee));
    }
    sink.once(run, tx -> book.close(tx, run, day));
  }
}
