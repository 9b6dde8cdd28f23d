package io.fencepost.drill.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The merged histories of a drill's processes, in the order of the machine's monotonic clock.
 *
 * @param events in that order; events of one process keep the order in which it wrote them
 */
public record History(List<HistoryEvent> events) {
  public History {
    events = List.copyOf(events);
  }

  /** Merges events of several processes. */
  public static History merged(List<HistoryEvent> events) {
    List<HistoryEvent> merged = new ArrayList<>(events);
    merged.sort(Comparator.comparingLong(HistoryEvent::nanos));
    return new History(merged);
  }

  /**
   * Reads all {@code *.jsonl} files of a directory. A last line that lacks its end, as a killed
   * process may leave it, is left out.
   */
  public static History read(Path directory) {
    if (!Files.isDirectory(directory)) {
      return new History(List.of());
    }
    try (Stream<Path> files = Files.list(directory)) {
      return merged(
          files
              .filter(file -> file.toString().endsWith(".jsonl"))
              .sorted()
              .flatMap(file -> readFile(file).stream())
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException("could not read histories of " + directory, e);
    }
  }

  /** Reads the history of one process, which may still be writing. */
  public static List<HistoryEvent> readFile(Path file) {
    try {
      String text = new String(Files.readAllBytes(file), UTF_8);
      return text.substring(0, text.lastIndexOf('\n') + 1)
          .lines()
          .map(line -> DrillJson.read(line, HistoryEvent.class))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read history " + file, e);
    }
  }

  /** Whether a process, which may not have begun its history yet, has written of that. */
  public static boolean tells(Path file, Kind kind) {
    return Files.exists(file) && readFile(file).stream().anyMatch(event -> event.is(kind));
  }

  public Stream<HistoryEvent> all(Kind kind) {
    return events.stream().filter(event -> event.is(kind));
  }

  public Optional<HistoryEvent> first(Predicate<HistoryEvent> wanted) {
    return events.stream().filter(wanted).findFirst();
  }

  public List<UUID> processes() {
    return events.stream().map(HistoryEvent::process).distinct().toList();
  }
}
