package io.fencepost.drill.scenario;

import static java.util.Objects.requireNonNull;

import io.fencepost.drill.cluster.Coordination;
import java.util.Set;

/**
 * A drill as the catalogue lists it.
 *
 * @param number of the catalogue; variants of a drill share one
 * @param stores those that it can be played on
 * @param fault what is done
 * @param shows what must be seen
 */
public record NamedDrill(
    int number, Set<Coordination> stores, Scenario scenario, String fault, String shows) {
  public NamedDrill {
    stores = Set.copyOf(stores);
    requireNonNull(scenario, "scenario is null");
    requireNonNull(fault, "fault is null");
    requireNonNull(shows, "shows is null");
  }

  public String name() {
    return scenario.plan().name();
  }

  /** Whether a person means this one: by its name, or by its number, which may mean several. */
  boolean isCalled(String nameOrNumber) {
    return name().equals(nameOrNumber) || String.valueOf(number).equals(nameOrNumber);
  }
}
