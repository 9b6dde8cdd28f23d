package io.fencepost.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fencepost.schedule.CronSchedule;
import io.fencepost.schedule.FixedDelay;
import io.fencepost.schedule.FixedRate;
import io.fencepost.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** A job's definition as JSON. */
public final class DefinitionJson {
  private DefinitionJson() {}

  public static String write(StoredDefinition definition) {
    ObjectNode json =
        LedgerJson.MAPPER
            .createObjectNode()
            .put("format", LedgerJson.FORMAT)
            .put("version", definition.version())
            .put("recordedAt", definition.recordedAt().toString());
    write(definition.schedule(), json.putObject("schedule"));
    ArrayNode earlier = json.putArray("earlier");
    for (StoredDefinition.Earlier one : definition.earlier()) {
      write(one.schedule(), earlier.addObject().put("until", one.until().toString()));
    }
    return json.toString();
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
        Instant.parse(json.required("recordedAt").asText()),
        earlier);
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
