package io.fencepost.sample.demo;

import io.fencepost.drill.history.History;
import io.fencepost.drill.history.HistoryEvent;
import io.fencepost.drill.history.Kind;
import io.fencepost.ledger.LedgerJson;
import io.fencepost.ledger.RunRecord;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Follows the replicas' histories and says, line by line, what happens. Lines are held back for a
 * moment, so that those of several processes come in the order of time. Thread-safe.
 */
final class Watch {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

  /** A replica writes its history at once, but not all replicas at the same time. */
  private static final Duration HELD_BACK = Duration.ofMillis(300);

  private record Line(Instant at, String text) {}

  private final Path histories;
  private final PrintStream out;
  private final Clock clock;
  private final Set<HistoryEvent> seen = new HashSet<>();
  private final List<Line> heldBack = new ArrayList<>();
  private History last = new History(List.of());

  Watch(Path histories, PrintStream out, Clock clock) {
    this.histories = histories;
    this.out = out;
    this.clock = clock;
  }

  /** Reads on, says what is new, and answers all there is. */
  synchronized History look() {
    Instant now = clock.instant();
    last = History.read(histories);
    for (HistoryEvent event : last.events()) {
      if (seen.add(event)) {
        line(event)
            .map(text -> String.format(Locale.ROOT, "  %-3s %s", event.node(), text))
            .ifPresent(text -> heldBack.add(new Line(event.wall(), text)));
      }
    }
    sayUntil(now.minus(HELD_BACK));
    return last;
  }

  /** Says something between what the replicas do. */
  synchronized void say(String text) {
    heldBack.add(new Line(clock.instant(), ">>> " + text));
  }

  /** Says all that is held back. */
  synchronized void sayAll() {
    look();
    sayUntil(Instant.MAX);
  }

  private void sayUntil(Instant until) {
    heldBack.sort(Comparator.comparing(Line::at));
    while (!heldBack.isEmpty() && heldBack.get(0).at().isBefore(until)) {
      Line line = heldBack.remove(0);
      out.println(TIME.format(line.at()) + "  " + line.text());
    }
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
