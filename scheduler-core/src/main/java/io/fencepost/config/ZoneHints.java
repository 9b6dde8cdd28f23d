package io.fencepost.config;

import static java.util.Map.entry;

import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** What somebody may have meant by a zone that is none. */
final class ZoneHints {
  private static final String ALLOWED =
      "allowed: a region such as Europe/Berlin, UTC, or an offset";

  /** Letters alone: the nearest zone by letters would be one of another continent. */
  private static final Pattern ABBREVIATION = Pattern.compile("[A-Z]{2,5}");

  /** Regions that an abbreviation stands for; several where it is used in several places. */
  private static final Map<String, String> REGIONS =
      Map.ofEntries(
          entry("EST", "America/New_York, or -05:00 all year"),
          entry("EDT", "America/New_York"),
          entry("CST", "America/Chicago or Asia/Shanghai"),
          entry("CDT", "America/Chicago"),
          entry("MST", "America/Denver, or America/Phoenix, which is -07:00 all year"),
          entry("MDT", "America/Denver"),
          entry("PST", "America/Los_Angeles"),
          entry("PDT", "America/Los_Angeles"),
          entry("AKST", "America/Anchorage"),
          entry("HST", "Pacific/Honolulu"),
          entry("BST", "Europe/London or Asia/Dhaka"),
          entry("IST", "Asia/Kolkata, Europe/Dublin or Asia/Jerusalem"),
          entry("CEST", "Europe/Berlin"),
          entry("EEST", "Europe/Athens"),
          entry("MSK", "Europe/Moscow"),
          entry("SGT", "Asia/Singapore"),
          entry("HKT", "Asia/Hong_Kong"),
          entry("JST", "Asia/Tokyo"),
          entry("KST", "Asia/Seoul"),
          entry("AEST", "Australia/Sydney or Australia/Brisbane"),
          entry("AEDT", "Australia/Sydney"),
          entry("NZST", "Pacific/Auckland"));

  private ZoneHints() {}

  static String of(String zone) {
    boolean known = ZoneId.getAvailableZoneIds().contains(zone.toUpperCase(Locale.ROOT));
    if (!known && ABBREVIATION.matcher(zone).matches()) {
      String regions = REGIONS.get(zone);
      return regions == null
          ? "an abbreviation does not say which region's clock changes it follows; " + ALLOWED
          : "an abbreviation is ambiguous; perhaps " + regions;
    }
    return Nearest.to(zone, ZoneId.getAvailableZoneIds())
        .map(id -> "did you mean " + id + "?")
        .orElse(ALLOWED);
  }
}
