package io.fencepost.drill.report;

import io.fencepost.drill.report.DrillResult.Status;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Results as CI servers read them: an invalid drill is a failure, an unknown one an error, one that
 * was not run is skipped.
 */
public final class JUnitXml {
  private final XMLStreamWriter xml;

  private JUnitXml(XMLStreamWriter xml) {
    this.xml = xml;
  }

  /**
   * Writes the file, over an earlier one.
   *
   * @throws IOException if it cannot be written
   */
  public static void save(List<DrillResult> results, Path file) throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
      new JUnitXml(xml).document(results);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException("could not write " + file, e);
    }
  }

  private void document(List<DrillResult> results) throws XMLStreamException {
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeStartElement("testsuites");
    for (String store : results.stream().map(DrillResult::store).distinct().toList()) {
      suite(store, results.stream().filter(r -> r.store().equals(store)).toList());
    }
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private void suite(String store, List<DrillResult> results) throws XMLStreamException {
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", "fencepost drills on " + store);
    xml.writeAttribute("tests", String.valueOf(results.size()));
    xml.writeAttribute("failures", count(results, Status.INVALID));
    xml.writeAttribute("errors", count(results, Status.UNKNOWN));
    xml.writeAttribute("skipped", count(results, Status.NOT_RUN));
    Duration took = results.stream().map(DrillResult::took).reduce(Duration.ZERO, Duration::plus);
    xml.writeAttribute("time", seconds(took));
    for (DrillResult result : results) {
      testCase(result);
    }
    xml.writeEndElement();
  }

  private void testCase(DrillResult result) throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", "fencepost.drill." + result.store());
    xml.writeAttribute("name", result.drill());
    xml.writeAttribute("time", seconds(result.took()));
    switch (result.status()) {
      case VALID -> {}
      case INVALID -> outcome("failure", result);
      case UNKNOWN -> outcome("error", result);
      case NOT_RUN -> {
        xml.writeEmptyElement("skipped");
        xml.writeAttribute("message", plain(result.figures()));
      }
    }
    xml.writeEndElement();
  }

  private void outcome(String element, DrillResult result) throws XMLStreamException {
    xml.writeStartElement(element);
    xml.writeAttribute("message", plain(result.figures()));
    xml.writeCharacters(plain(result.text()));
    xml.writeEndElement();
  }

  private static String count(List<DrillResult> results, Status status) {
    return String.valueOf(results.stream().filter(r -> r.status() == status).count());
  }

  private static String seconds(Duration time) {
    return BigDecimal.valueOf(time.toMillis(), 3).toPlainString();
  }

  /** Without what XML 1.0 cannot say. */
  private static String plain(String text) {
    return text.replaceAll("[^\\t\\n\\r\\u0020-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "?");
  }
}
