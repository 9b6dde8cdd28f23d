package io.fencepost.sample.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fencepost.drill.history.Draft;
import io.fencepost.drill.history.HistoryWriter;
import io.fencepost.drill.history.Kind;
import io.fencepost.time.Ticker;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchTest {
  private static final Instant START = Instant.parse("2026-08-16T00:00:00Z");

  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private Instant now = START;

  private final Clock clock =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
          return now;
        }
      };

  private void takesOffice(String node, long term, long millis) {
    Clock then = Clock.fixed(START.plusMillis(millis), ZoneOffset.UTC);
    Path file = directory.resolve(node + "-1.jsonl");
    new HistoryWriter(file, node, UUID.randomUUID(), then, Ticker.system())
        .write(Draft.of(Kind.TERM_STARTED).term(term));
  }

  private List<String> lines() {
    return out.toString(UTF_8).lines().toList();
  }

  @Test
  void lines_comeInTheOrderOfTime_andAllHaveOne() {
    Watch watch = new Watch(directory, new PrintStream(out, true, UTF_8), clock);
    takesOffice("n2", 2, 100);
    now = START.plusMillis(120);
    watch.look();
    watch.say("n2 is killed.");
    assertThat(lines()).isEmpty();

    takesOffice("n1", 1, 50);
    now = START.plusMillis(1000);
    watch.look();

    assertThat(lines()).hasSize(3);
    assertThat(lines().get(0)).matches("\\d\\d:\\d\\d:00\\.050 .* n1 .*term 1.*");
    assertThat(lines().get(1)).matches("\\d\\d:\\d\\d:00\\.100 .* n2 .*term 2.*");
    assertThat(lines().get(2)).matches("\\d\\d:\\d\\d:00\\.120 .*>>> n2 is killed\\.");
  }

  @Test
  void whatIsHeldBack_isSaidAtTheEnd() {
    Watch watch = new Watch(directory, new PrintStream(out, true, UTF_8), clock);
    takesOffice("n1", 1, 0);
    watch.sayAll();
    assertThat(lines()).hasSize(1);
  }
}
