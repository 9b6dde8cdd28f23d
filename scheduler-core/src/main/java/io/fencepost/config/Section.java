package io.fencepost.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Reads the settings of one object of the tree. A value that is wrong is reported with where it was
 * written and what is allowed, and read as absent. A setting that was ever asked for is known;
 * {@link #unknown()} reports all others. Not thread-safe.
 *
 * <p>Public for backends, which read {@code fencepost.<name>} with it: {@link #of}, then the
 * settings one by one, then {@link #unknown()} and {@link #errors()}.
 */
public final class Section {
  private static final int LONGEST_SHOWN = 80;

  private final String path;
  private final Config config;
  private final Problems problems;
  private final Set<String> known = new TreeSet<>();

  Section(String path, Config config, Problems problems) {
    this.path = path;
    this.config = config;
    this.problems = problems;
  }

  /**
   * A module's section. What the module's {@code reference.conf} has there is known.
   *
   * @param path of the section: {@code fencepost.zookeeper}
   * @param config the section itself
   */
  public static Section of(String path, Config config) {
    Section section = new Section(path, config, new Problems());
    // Not defaultReference(): that has the system properties in it, and so would know any key.
    Config reference = ConfigFactory.defaultReferenceUnresolved().resolve();
    if (reference.hasPath(path)) {
      reference.getConfig(path).entrySet().forEach(entry -> section.known.add(entry.getKey()));
    }
    return section;
  }

  /** What was reported so far. */
  public List<String> errors() {
    return problems.all();
  }

  /** Reports what does not fit together; see {@link #stated(String, Duration)}. */
  public void contradiction(String what) {
    problems.add(path + " contradicts itself: " + what);
  }

  /**
   * Reports a duration that is not below the node's lease.
   *
   * @param why it must be, after a colon
   */
  public void requireBelowLease(String key, Duration value, Duration lease, String why) {
    if (value.compareTo(lease) >= 0) {
      contradiction(
          stated(key, value)
              + " is not below fencepost.lease = "
              + HoconDuration.format(lease)
              + ": "
              + why);
    }
  }

  String path() {
    return path;
  }

  String path(String key) {
    return path + "." + key;
  }

  Problems problems() {
    return problems;
  }

  /** The settings that were asked for. */
  Set<String> known() {
    return known;
  }

  /** Whether it is set. From then on it is known, with all below it. */
  public boolean has(String key) {
    known.add(key);
    return config.hasPath(key);
  }

  /** Where a setting was written, as a remark to put behind it. */
  public String origin(String key) {
    return "(" + Origins.describe(config.getValue(key).origin()) + ")";
  }

  /** A setting as it is in force, for errors about what does not fit together. */
  public String stated(String key, Duration inForce) {
    return stated(key, HoconDuration.format(inForce));
  }

  /** A setting as it is in force, for errors about what does not fit together. */
  public String stated(String key, String inForce) {
    return key + " = " + inForce + (has(key) ? " " + origin(key) : " (default)");
  }

  public Optional<Duration> duration(String key, Duration least, Duration most) {
    return read(
        key,
        "a duration from " + HoconDuration.format(least) + " to " + HoconDuration.format(most),
        k -> HoconDuration.read(config, k),
        d -> d.compareTo(least) >= 0 && d.compareTo(most) <= 0);
  }

  /** A size in bytes, as {@code 1 MiB}. */
  public Optional<Long> bytes(String key, long least, long most) {
    return read(
        key,
        "a size from " + Sizes.format(least) + " to " + Sizes.format(most),
        config::getBytes,
        n -> n >= least && n <= most);
  }

  public Optional<Integer> integer(String key, int least, int most) {
    return longInteger(key, least, most).map(Long::intValue);
  }

  Optional<Long> longInteger(String key, long least, long most) {
    return read(
        key,
        "a whole number from " + least + " to " + most,
        config::getLong,
        n -> n >= least && n <= most && config.getDouble(key) == Math.rint(config.getDouble(key)));
  }

  Optional<Double> decimal(String key, double least, double most) {
    return read(
        key,
        String.format(Locale.ROOT, "a number from %.0f to %.0f", least, most),
        config::getDouble,
        n -> n >= least && n <= most);
  }

  public Optional<Boolean> flag(String key) {
    return read(key, "true or false", config::getBoolean, b -> true);
  }

  public <E extends Enum<E>> Optional<E> choice(String key, Class<E> type) {
    return read(
        key,
        Arrays.stream(type.getEnumConstants()).map(Words::of).collect(Collectors.joining(", ")),
        k ->
            Arrays.stream(type.getEnumConstants())
                .filter(constant -> Words.of(constant).equals(config.getString(k)))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException(k)),
        e -> true);
  }

  public Optional<Set<String>> names(String key) {
    return read(key, "a list of names", k -> Set.copyOf(config.getStringList(k)), names -> true);
  }

  public Optional<String> text(String key, String allowed, Predicate<String> ok) {
    return read(key, allowed, config::getString, ok);
  }

  /**
   * Reads a text that the function understands, or refuses by an {@link IllegalArgumentException}
   * or a {@link DateTimeException}.
   */
  public <T> Optional<T> parsed(String key, String allowed, Function<String, T> parser) {
    return read(key, allowed, k -> parser.apply(config.getString(k)), t -> true);
  }

  private <T> Optional<T> read(
      String key, String allowed, Function<String, T> reader, Predicate<T> inRange) {
    if (!has(key)) {
      return Optional.empty();
    }
    try {
      T value = reader.apply(key);
      if (inRange.test(value)) {
        return Optional.of(value);
      }
    } catch (ConfigException
        | IllegalArgumentException
        | ArithmeticException
        | DateTimeException e) {
      // Of the wrong type or shape: what is allowed says more than the exception does.
    }
    wrong(key, ", allowed: " + allowed);
    return Optional.empty();
  }

  /** Reports a setting that has no default and is not there. */
  public void missing(String key, String allowed) {
    problems.add(path(key) + " is not set; allowed: " + allowed);
  }

  /** Reports a value, for the reason that is put behind it. */
  public void wrong(String key, String reason) {
    ConfigValue value = config.getValue(key);
    problems.add(path(key) + " is " + show(key, value) + reason, value.origin());
  }

  /** Reports a value that its own type refused, saying which it is. */
  public void refused(String key, IllegalArgumentException refusal) {
    problems.add(path(key) + ": " + refusal.getMessage(), config.getValue(key).origin());
  }

  private static String show(String key, ConfigValue value) {
    String text = Secrets.mask(key, value.render(ConfigRenderOptions.concise()));
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
  }

  /** Reports all settings that were not asked for. */
  public void unknown() {
    new UnknownKeys(path, known, problems).check(config.root());
  }
}
