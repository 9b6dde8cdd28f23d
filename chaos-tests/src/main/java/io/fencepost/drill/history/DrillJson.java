package io.fencepost.drill.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.fencepost.FenceToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The drill's records as JSON: times and tokens as text, absent values left out, unknown ones
 * ignored.
 */
public final class DrillJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .addModule(
              new SimpleModule()
                  .addSerializer(FenceToken.class, new TokenWriter())
                  .addDeserializer(FenceToken.class, new TokenReader()))
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
          .build();

  private DrillJson() {}

  /** On one line. */
  public static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @throws UncheckedIOException if the text is not such a value
   */
  public static <T> T read(String text, Class<T> type) {
    try {
      return MAPPER.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Saves a value for people to read, too. */
  public static void save(Path file, Object value) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value));
    } catch (IOException e) {
      throw new UncheckedIOException("could not save " + file, e);
    }
  }

  /** Reads what {@link #save} wrote. */
  public static <T> T load(Path file, Class<T> type) {
    try {
      return read(Files.readString(file), type);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file, e);
    }
  }

  private static final class TokenWriter extends JsonSerializer<FenceToken> {
    @Override
    public void serialize(FenceToken token, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(token.toString());
    }
  }

  private static final class TokenReader extends JsonDeserializer<FenceToken> {
    @Override
    public FenceToken deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      return FenceToken.parse(json.getText());
    }
  }
}
