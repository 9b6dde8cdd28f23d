package io.fencepost.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fencepost.schedule.CronSchedule;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.schedule.FixedRate;
import io.fencepost.schedule.Schedule;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A job's definition as JSON. */
public final class DefinitionJson {
  private DefinitionJson() {}

  public static String write(StoredDefinition definition) {
    ObjectNode json =
        LedgerJson.MAPPER
            .createObjectNode()
            .put("format", LedgerJson.FORMAT)
            .put("version", definition.version())
            .put("hash", hash(definition))
            .put("recordedAt", definition.recordedAt().toString());
    write(definition.schedule(), json.putObject("schedule"));
    definition.policies().forEach(json.putObject("policies")::put);
    ArrayNode earlier = json.putArray("earlier");
    for (StoredDefinition.Earlier one : definition.earlier()) {
      write(one.schedule(), earlier.addObject().put("until", one.until().toString()));
    }
    return json.toString();
  }

  /** Tells definitions apart at a glance: 16 hex digits over version, schedule and policies. */
  private static String hash(StoredDefinition definition) {
    ObjectNode json = LedgerJson.MAPPER.createObjectNode().put("version", definition.version());
    write(definition.schedule(), json.putObject("schedule"));
    definition.policies().forEach(json.putObject("policies")::put);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(json.toString().getBytes(UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static void write(Schedule schedule, ObjectNode json) {
    if (schedule instanceof CronSchedule cron) {
      json.put("cron", cron.expression())
          .put("zone", cron.zone().getId())
          .put("gap", cron.gap().name())
          .put("repeat", cron.repeat().name());
    } else if (schedule instanceof FixedRate rate) {
      json.put("fixedRate", rate.period().toString()).put("anchor", rate.anchor().toString());
    } else if (schedule instanceof FixedDelay delay) {
      json.put("fixedDelay", delay.delay().toString());
    }
  }

  /**
   * @throws LedgerFormatException if the text is not a definition of this format
   */
  public static StoredDefinition read(String text) {
    return LedgerJson.read("definition", text, DefinitionJson::definition);
  }

  private static StoredDefinition definition(JsonNode json) {
    List<StoredDefinition.Earlier> earlier = new ArrayList<>();
    for (JsonNode one : json.required("earlier")) {
      earlier.add(
          new StoredDefinition.Earlier(
              schedule(one), Instant.parse(one.required("until").asText())));
    }
    return new StoredDefinition(
        json.required("version").asInt(),
        schedule(json.required("schedule")),
        policies(json.required("policies")),
        Instant.parse(json.required("recordedAt").asText()),
        earlier);
  }

  private static SortedMap<String, String> policies(JsonNode json) {
    SortedMap<String, String> policies = new TreeMap<>();
    json.properties().forEach(field -> policies.put(field.getKey(), field.getValue().asText()));
    return policies;
  }

  private static Schedule schedule(JsonNode json) {
    if (json.has("cron")) {
      return new CronSchedule(
          json.required("cron").asText(),
          ZoneId.of(json.required("zone").asText()),
          CronSchedule.GapPolicy.valueOf(json.required("gap").asText()),
          CronSchedule.RepeatPolicy.valueOf(json.required("repeat").asText()));
    }
    if (json.has("fixedRate")) {
      return new FixedRate(
          Instant.parse(json.required("anchor").asText()),
          Duration.parse(json.required("fixedRate").asText()));
    }
    return new FixedDelay(Duration.parse(json.required("fixedDelay").asText()));
  }
}
