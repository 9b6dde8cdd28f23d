package io.fencepost.drill.check;

import io.fencepost.drill.history.SinkWrite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class OneEffect implements Rule {
  /** What may be written once. */
  private record Key(String sink, String job, Instant occurrence, String step) {}

  @Override
  public String id() {
    return "S3";
  }

  @Override
  public String says() {
    return "At most one accepted effect per occurrence and step.";
  }

  @Override
  public List<Violation> violations(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    Map<Key, SinkWrite> first = new LinkedHashMap<>();
    for (SinkWrite write : evidence.truth().writes()) {
      if (write.kind() == SinkWrite.Kind.EFFECT) {
        Key key = new Key(write.sink(), write.job(), write.occurrence(), write.step());
        SinkWrite earlier = first.putIfAbsent(key, write);
        if (earlier != null) {
          found.add(
              Violation.of(
                  id(),
                  "the same step took effect twice",
                  write.job(),
                  write.occurrence(),
                  earlier,
                  write));
        }
      }
    }
    return found;
  }
}
