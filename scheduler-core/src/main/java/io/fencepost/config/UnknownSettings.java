package io.fencepost.config;

import com.typesafe.config.Config;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * For modules that read a section of their own: finds what in it is no setting, as the scheduler
 * does in its own sections.
 */
public final class UnknownSettings {
  private UnknownSettings() {}

  /**
   * The errors, each with the setting that was probably meant.
   *
   * @param path of the section, such as {@code fencepost.etcd}
   * @param section with the module's {@code reference.conf} below it or not
   * @param known relative to the section, such as {@code tls.ca-file}
   */
  public static List<String> find(String path, Config section, Set<String> known) {
    Problems problems = new Problems();
    new UnknownKeys(path, new TreeSet<>(known), problems).check(section.root());
    return problems.any() ? problems.toException().errors() : List.of();
  }
}
