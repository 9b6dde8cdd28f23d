package io.fencepost.drill.check;

import java.util.List;

/** One rule that every drill's outcome has to keep. Stateless. */
interface Rule {
  /** Its id in the list of rules, as in {@code S2}. */
  String id();

  /** The rule in a sentence. */
  String says();

  /** Where it was broken; each violation names what contradicts each other. */
  List<Violation> violations(Evidence evidence);
}
