package io.fencepost.config;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import io.fencepost.JobDefinition;
import io.fencepost.JobName;
import io.fencepost.Scheduled;
import io.fencepost.SchedulerSettings;
import io.fencepost.schedule.FixedDelay;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What reference.conf says is what the parser knows. */
class ReferenceConfTest {
  private final Problems problems = new Problems();
  private final Config reference = ConfigFactory.parseString(text("(?m)^(\\s*)#(?=[a-z}])"));
  private final Config tree = reference.getConfig("fencepost");
  private final Config job = tree.getConfig("jobs.example");

  /** The file as a person would write it who takes the comment marks off the settings. */
  private static String text(String marks) {
    try (InputStream in = ReferenceConfTest.class.getResourceAsStream("/reference.conf")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll(marks, "$1");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Set<String> keys(Config config) {
    Set<String> keys = new TreeSet<>();
    config.entrySet().stream().map(Map.Entry::getKey).forEach(keys::add);
    return keys;
  }

  @Test
  void everySettingOfANode_isKnown_andEveryKnownOneIsThere() {
    Section node = new Section("fencepost", tree, problems);
    NodeReader reader = new NodeReader(node);
    reader.settings();
    reader.backend();

    assertThat(keys(tree.withoutPath("jobs"))).isEqualTo(node.known());
  }

  @Test
  void everySettingOfAJob_isKnown_andEveryKnownOneIsThere() {
    assertThat(keys(job))
        .isEqualTo(JobReader.check(new JobName("example"), new Section("example", job, problems)));
    assertThat(problems.any()).isFalse();
  }

  @Test
  void defaultsOfANode_areThoseOfTheBuilder() {
    SchedulerSettings read = new NodeReader(new Section("fencepost", tree, problems)).settings();

    assertThat(read).isEqualTo(SchedulerSettings.builder(read.namespace(), read.nodeId()).build());
  }

  @Test
  void defaultsOfAJob_areThoseOfTheBuilder() {
    Stream<String> noDefaults =
        Stream.of("cron", "zone", "gap", "repeat", "fixed-rate", "anchor", "timeout", "sinks");
    Config rest =
        noDefaults
            .reduce(job, Config::withoutPath, (a, b) -> a)
            .withoutPath("misfire-cap")
            .withoutPath("misfire-window");
    JobDefinition read =
        JobReader.read(
            new JobName("example"), new Section("example", rest, problems), Instant.EPOCH);

    assertThat(problems.any()).isFalse();
    assertThat(read)
        .isEqualTo(
            JobDefinition.builder("example", new FixedDelay(Duration.ofSeconds(30))).build());
    assertThat(job.getInt("misfire-cap")).isEqualTo(read.misfire().cap());
    assertThat(job.getDuration("misfire-window")).isEqualTo(read.misfire().window());
    assertThat(job.getString("gap") + " " + job.getString("repeat")).isEqualTo("shift first");
  }

  @Test
  void annotation_hasTheSameSettingsWithTheSameDefaults() {
    assertThat(attributes(Scheduled.class, ""))
        .isEqualTo(
            keys(job.withoutPath("enabled")).stream().collect(joining(" ")) + " as in the file");
  }

  /** Every attribute, but for those whose default is another than the file's. */
  private String attributes(Class<?> type, String group) {
    Set<String> same = new TreeSet<>();
    Set<String> other = new TreeSet<>();
    collect(type, group, same, other);
    return String.join(" ", same) + (other.isEmpty() ? " as in the file" : " but " + other);
  }

  private void collect(Class<?> type, String group, Set<String> same, Set<String> other) {
    Arrays.stream(type.getDeclaredMethods())
        .filter(attribute -> !attribute.getName().equals("name"))
        .forEach(
            attribute -> {
              String key = group + Words.ofCamelCase(attribute.getName());
              if (attribute.getReturnType().isAnnotation()) {
                collect(attribute.getReturnType(), key + ".", same, other);
              } else {
                (agrees(key, attribute.getDefaultValue()) ? same : other).add(key);
              }
            });
  }

  private boolean agrees(String key, Object value) {
    ConfigValue written = job.getValue(ConfigUtil.joinPath(ConfigUtil.splitPath(key)));
    if (value.equals("") || value instanceof String[]) {
      return true;
    }
    String text = value instanceof Enum<?> constant ? Words.of(constant) : String.valueOf(value);
    return value instanceof Number number
        ? number.doubleValue() == ((Number) written.unwrapped()).doubleValue()
        : text.equals(written.unwrapped());
  }
}
