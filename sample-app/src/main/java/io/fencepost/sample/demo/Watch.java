package io.fencepost.sample.demo;

import io.fencepost.drill.history.History;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.RunRecord;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Follows the replicas' histories and says, line by line, what happens. Thread-safe. */
final class Watch {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

  private final Path histories;
  private final PrintStream out;
  private final Set<HistoryEvent> said = new HashSet<>();
  private History last = new History(List.of());

  Watch(Path histories, PrintStream out) {
    this.histories = histories;
    this.out = out;
  }

  /** Reads on, says what is new, and answers all there is. */
  synchronized History look() {
    last = History.read(histories);
    for (HistoryEvent event : last.events()) {
      if (said.add(event)) {
        line(event)
            .ifPresent(
                text ->
                    out.printf(
                        Locale.ROOT,
                        "  %s  %-3s %s%n",
                        TIME.format(event.wall()),
                        event.node(),
                        text));
      }
    }
    return last;
  }

  private static Optional<String> line(HistoryEvent event) {
    return switch (event.kind()) {
      case TERM_STARTED -> Optional.of("holds the job (term " + event.term().orElse(0) + ")");
      case TERM_ENDED -> Optional.of("no longer holds it: " + event.text());
      case CLAIMED ->
          Optional.of(
              "claims "
                  + event.occurrence().orElseThrow()
                  + " under token "
                  + token(event)
                  + (event.attempt() > 1
                      ? ", attempt " + event.attempt() + " (" + event.text() + ")"
                      : ""));
      case RECORDED -> recorded(LedgerJson.readRun(event.text()));
      case STALE_WRITE ->
          Optional.of("LATE WRITE REFUSED: token " + token(event) + ", but " + event.text());
      case DOMAIN_ALARM -> Optional.of("ALARM: " + event.text());
      default -> Optional.empty();
    };
  }

  private static Optional<String> recorded(RunRecord run) {
    String range = run.count() == 1 ? "" : " to " + run.to().toInstant() + " (" + run.count() + ")";
    return Optional.of(
        run.outcome()
            + " "
            + run.from().toInstant()
            + range
            + run.fence().map(fence -> " token " + fence).orElse("")
            + ": "
            + run.reason());
  }

  private static String token(HistoryEvent event) {
    return event.token().map(Object::toString).orElse("?");
  }

  /** The last node that took office, as far as the histories say. */
  static Optional<HistoryEvent> holder(History history) {
    return history.all(Kind.TERM_STARTED).reduce((earlier, later) -> later);
  }
}
