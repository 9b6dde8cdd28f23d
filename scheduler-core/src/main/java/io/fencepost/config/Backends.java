package io.fencepost.config;

import com.typesafe.config.Config;
import io.fencepost.spi.Backend;
import io.fencepost.spi.BackendProvider;
import io.fencepost.time.Ticker;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Finds backends by the name in the config. */
final class Backends {
  private final List<BackendProvider> found;
  private final Problems problems;

  /**
   * @param given are looked at before those of the class path
   */
  Backends(Collection<BackendProvider> given, Problems problems) {
    this.problems = problems;
    this.found = Stream.concat(given.stream(), onClassPath().stream()).toList();
  }

  private List<BackendProvider> onClassPath() {
    try {
      return ServiceLoader.load(BackendProvider.class).stream()
          .map(ServiceLoader.Provider::get)
          .toList();
    } catch (ServiceConfigurationError e) {
      problems.add("a backend on the class path cannot be used: " + e.getMessage());
      return List.of();
    }
  }

  Optional<BackendProvider> find(SchedulerConfig config) {
    Optional<BackendProvider> match =
        found.stream().filter(p -> p.name().equals(config.backend())).findFirst();
    if (match.isEmpty() && !config.backend().isEmpty()) {
      List<String> names = found.stream().map(BackendProvider::name).distinct().sorted().toList();
      problems.add(
          "fencepost.backend = "
              + config.backend()
              + ", but no backend of this name is on the class path (found: "
              + (names.isEmpty() ? "none" : String.join(", ", names))
              + "); "
              + Nearest.to(config.backend(), names)
                  .map(name -> "did you mean " + name + "?")
                  .orElse("add io.fencepost:fencepost-backend-" + config.backend()),
          config.tree().getValue("backend").origin());
    }
    return match;
  }

  /** Connects, and reports what the backend finds wrong with its settings. */
  Optional<Backend> connect(BackendProvider provider, SchedulerConfig config, Ticker ticker) {
    Config settings = config.backendSettings();
    problems.addAll(provider.contradictions(settings, config.settings()));
    try {
      return Optional.of(provider.connect(config.settings().namespace(), settings, ticker));
    } catch (InvalidConfigException e) {
      problems.addAll(e.errors());
      return Optional.empty();
    }
  }
}
