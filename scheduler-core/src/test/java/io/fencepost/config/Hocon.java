package io.fencepost.config;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Configs as an application would write them. */
final class Hocon {
  private Hocon() {}

  /** Line 1 is what every node must say; the given lines follow from line 2. */
  static Config app(String... lines) {
    return bare("fencepost { namespace = test, backend = memory }\n" + String.join("\n", lines));
  }

  static Config bare(String text) {
    return ConfigFactory.parseString(
        text, ConfigParseOptions.defaults().setOriginDescription("app.conf"));
  }

  static List<String> errors(String... lines) {
    return errorsOf(() -> SchedulerConfig.parse(app(lines)));
  }

  static List<String> errorsOf(ThrowingCallable call) {
    InvalidConfigException thrown = catchThrowableOfType(InvalidConfigException.class, call);
    return thrown == null ? List.of() : thrown.errors();
  }
}
