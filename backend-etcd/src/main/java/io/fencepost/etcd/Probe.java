package io.fencepost.etcd;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Finds out why no member answers, which gRPC does not tell while it still tries: dials each one as
 * the client does. What it says stays the same as long as the cause does.
 */
final class Probe {
  /** A member's, however slowly it speaks; the steps of a {@link Dial} have their own. */
  private static final Duration LONGEST = Duration.ofSeconds(4);

  private Probe() {}

  /**
   * Something for each member, for people. Does not block, and is complete within 4 s.
   *
   * @param executor on which to block
   * @throws java.util.concurrent.RejectedExecutionException if the executor takes no more
   */
  static CompletionStage<String> explain(Settings settings, Executor executor) {
    Greeting greeting;
    try {
      greeting = Greeting.of(settings.tls());
    } catch (IllegalArgumentException e) {
      return CompletableFuture.completedFuture(String.valueOf(e.getMessage()));
    }
    Map<URI, CompletableFuture<String>> found = new LinkedHashMap<>();
    for (URI endpoint : settings.endpoints()) {
      found.put(endpoint, ask(new Dial(endpoint, greeting), executor));
    }
    return CompletableFuture.allOf(found.values().toArray(CompletableFuture[]::new))
        .thenApply(all -> summary(found));
  }

  private static CompletableFuture<String> ask(Dial dial, Executor executor) {
    return CompletableFuture.supplyAsync(dial::outcome, executor)
        .completeOnTimeout(
            "nothing is known for want of time: its name may be slow to resolve",
            LONGEST.toMillis(),
            TimeUnit.MILLISECONDS)
        .whenComplete((outcome, error) -> dial.hangUp())
        .exceptionally(error -> "probing failed: " + error);
  }

  private static String summary(Map<URI, CompletableFuture<String>> found) {
    Map<String, List<String>> endpoints = new LinkedHashMap<>();
    found.forEach(
        (endpoint, outcome) ->
            endpoints
                .computeIfAbsent(outcome.join(), key -> new ArrayList<>())
                .add(endpoint.toString()));
    return endpoints.entrySet().stream()
        .map(entry -> "at " + String.join(", ", entry.getValue()) + " " + entry.getKey())
        .collect(Collectors.joining("; "));
  }
}
