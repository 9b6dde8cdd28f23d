package io.fencepost.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fencepost.FenceToken;
import io.fencepost.RunReason;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.function.Function;

/**
 * The ledger's values as JSON. Unknown fields are ignored, so that an older node reads what a newer
 * one wrote as long as the format number is the same. Texts are cut to keep a record well below a
 * backend's request size.
 */
public final class LedgerJson {
  static final int FORMAT = 1;

  /** The longest error or reason that a record keeps, in characters. */
  public static final int LONGEST_TEXT = 4_000;

  static final ObjectMapper MAPPER = new ObjectMapper();

  private LedgerJson() {}

  public static String write(JobState state) {
    ObjectNode json = MAPPER.createObjectNode().put("format", FORMAT);
    json.putObject("term")
        .put("number", state.term().number())
        .put("node", state.term().node())
        .put("process", state.term().process())
        .put("candidate", state.term().candidate());
    json.put("epoch", state.epoch()).put("cursor", state.cursor().toString());
    state.current().ifPresent(current -> write(current, json.putObject("current")));
    state.next().ifPresent(next -> json.put("next", next.toString()));
    return json.put("records", state.records()).put("nonce", state.nonce()).toString();
  }

  private static void write(CurrentRun current, ObjectNode json) {
    json.put("occurrence", current.occurrence().toString())
        .put("reason", current.reason().name())
        .put("attempt", current.attempt())
        .put("failures", current.failures())
        .put("losses", current.losses())
        .put("busySince", current.busySince().toString())
        .put("claimedAt", current.claimedAt().toString());
    current.token().ifPresent(token -> json.put("token", token.toString()));
    current.waitUntil().ifPresent(until -> json.put("waitUntil", until.toString()));
    current.verdict().ifPresent(verdict -> json.put("verdict", verdict.name()));
  }

  /**
   * @throws LedgerFormatException if the text is not a state of this format
   */
  public static JobState readState(String text) {
    return read("state", text, LedgerJson::state);
  }

  private static JobState state(JsonNode json) {
    JsonNode term = json.required("term");
    return new JobState(
        new TermRecord(
            term.required("number").asLong(),
            term.required("node").asText(),
            term.required("process").asText(),
            term.required("candidate").asText()),
        json.required("epoch").asLong(),
        Instant.parse(json.required("cursor").asText()),
        Optional.ofNullable(json.get("current")).map(LedgerJson::current),
        optional(json, "next", Instant::parse),
        json.required("records").asLong(),
        json.required("nonce").asText());
  }

  private static CurrentRun current(JsonNode json) {
    return new CurrentRun(
        OffsetDateTime.parse(json.required("occurrence").asText()),
        RunReason.valueOf(json.required("reason").asText()),
        json.required("attempt").asInt(),
        json.required("failures").asInt(),
        json.required("losses").asInt(),
        optional(json, "token", FenceToken::parse),
        Instant.parse(json.required("busySince").asText()),
        Instant.parse(json.required("claimedAt").asText()),
        optional(json, "waitUntil", Instant::parse),
        optional(json, "verdict", Outcome::valueOf));
  }

  public static String write(RunRecord run) {
    ObjectNode json =
        MAPPER
            .createObjectNode()
            .put("format", FORMAT)
            .put("number", run.number())
            .put("outcome", run.outcome().name())
            .put("from", run.from().toString())
            .put("to", run.to().toString())
            .put("count", run.count())
            .put("attempt", run.attempt())
            .put("node", run.node())
            .put("reason", cut(run.reason()))
            .put("decidedAt", run.decidedAt().toString());
    run.fence().ifPresent(fence -> json.put("fence", fence.toString()));
    run.startedAt().ifPresent(at -> json.put("startedAt", at.toString()));
    run.error().ifPresent(error -> json.put("error", cut(error)));
    return json.toString();
  }

  /**
   * @throws LedgerFormatException if the text is not a run record of this format
   */
  public static RunRecord readRun(String text) {
    return read("run record", text, LedgerJson::run);
  }

  private static RunRecord run(JsonNode json) {
    return new RunRecord(
        json.required("number").asLong(),
        Outcome.valueOf(json.required("outcome").asText()),
        OffsetDateTime.parse(json.required("from").asText()),
        OffsetDateTime.parse(json.required("to").asText()),
        json.required("count").asLong(),
        json.required("attempt").asInt(),
        optional(json, "fence", FenceToken::parse),
        json.required("node").asText(),
        json.required("reason").asText(),
        optional(json, "startedAt", Instant::parse),
        Instant.parse(json.required("decidedAt").asText()),
        optional(json, "error", text -> text));
  }

  static <T> T read(String what, String text, Function<JsonNode, T> reader) {
    try {
      JsonNode json = MAPPER.readTree(text);
      int format = json.path("format").asInt(-1);
      if (format != FORMAT) {
        throw new LedgerFormatException(
            "a " + what + " has format " + format + ", but this version reads " + FORMAT, null);
      }
      return reader.apply(json);
    } catch (JsonProcessingException | IllegalArgumentException | DateTimeException e) {
      throw new LedgerFormatException(
          "what the backend holds is not a " + what + ": " + e.getMessage(), e);
    }
  }

  private static <T> Optional<T> optional(JsonNode json, String field, Function<String, T> reader) {
    return Optional.ofNullable(json.get(field)).map(JsonNode::asText).map(reader);
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_TEXT
        ? text
        : text.substring(0, LONGEST_TEXT) + " ... (cut, was " + text.length() + " characters)";
  }
}
