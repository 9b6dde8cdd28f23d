package io.fencepost.drill.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

final class JUnitXmlTest {
  private static final String HARD = "S2: <late & \"quoted\"> \u0000\u001b[31m 東京 \uD83D\uDE80";

  @Test
  void eachStatus_hasItsElement(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("junit.xml");

    JUnitXml.save(
        List.of(
            result("good", DrillResult.Status.VALID),
            result("bad", DrillResult.Status.INVALID),
            DrillResult.broken("vague", "etcd", "waited in vain", Duration.ofMillis(1500)),
            DrillResult.notRun("absent", "zookeeper", "no such fault")),
        file);

    Document xml =
        DocumentBuilderFactory.newDefaultNSInstance().newDocumentBuilder().parse(file.toFile());
    assertThat(xml.getElementsByTagName("testcase").getLength()).isEqualTo(4);
    Element etcd = (Element) xml.getElementsByTagName("testsuite").item(0);
    assertThat(etcd.getAttribute("tests")).isEqualTo("3");
    assertThat(etcd.getAttribute("failures")).isEqualTo("1");
    assertThat(etcd.getAttribute("errors")).isEqualTo("1");
    assertThat(etcd.getAttribute("time")).isEqualTo("5.500");
    assertThat(xml.getElementsByTagName("failure").item(0).getTextContent())
        .isEqualTo(HARD.replace('\u0000', '?').replace('\u001b', '?'));
    Element error = (Element) xml.getElementsByTagName("error").item(0);
    assertThat(error.getAttribute("message")).isEqualTo("waited in vain");
    Element skipped = (Element) xml.getElementsByTagName("skipped").item(0);
    assertThat(skipped.getAttribute("message")).isEqualTo("no such fault");
  }

  private static DrillResult result(String name, DrillResult.Status status) {
    return new DrillResult(
        name, "etcd", status, Duration.ofSeconds(2), "figures", HARD, Optional.empty());
  }
}
