package io.sluice.lab.report.spacetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.lab.Golden;
import io.sluice.lab.report.Examples;
import io.sluice.lab.report.Xml;
import io.sluice.lab.report.spacetime.SpaceTime.Delivery;
import io.sluice.lab.report.spacetime.SpaceTime.Interval;
import io.sluice.lab.report.spacetime.SpaceTime.Lane;
import io.sluice.lab.report.spacetime.SpaceTime.Message;
import io.sluice.lab.report.spacetime.SpaceTime.Row;
import io.sluice.lab.report.spacetime.SpaceTime.State;
import io.sluice.lab.report.svg.TextWidth;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;

class SpaceTimeTest {
  @Test
  void drawnAsApproved() {
    Golden.matches("report/violation.svg", SvgSpaceTime.render(Examples.violation()));
    Golden.matches("report/violation.mmd", MermaidSpaceTime.render(Examples.violation()));
    Golden.matches("report/violation.txt", SpaceTimeText.render(Examples.violation()));
    Golden.matches("report/violation-ascii.txt", SpaceTimeText.renderAscii(Examples.violation()));
  }

  @Test
  void theRecorderTurnsCallsIntoRowsMessagesAndStates() {
    SpaceTime run = Examples.violation();
    assertThat(run.rows()).hasSize(8);
    assertThat(run.messages())
        .contains(new Message("Req(1)", 0, 2, 0, new Delivery.Received(2)))
        .contains(new Message("Ok", 1, 0, 1, new Delivery.Lost(3)))
        .contains(new Message("Fork", 0, 2, 7, new Delivery.InFlight()));
    assertThat(run.intervals())
        .contains(new Interval(0, State.WAITING, 0, 4))
        .contains(new Interval(0, State.INSIDE, 4, 7))
        .contains(new Interval(1, State.CRASHED, 5, 8));
  }

  @Test
  void anArrowCanNotPointUpOrEndAtAnotherNode() {
    List<Lane> lanes = List.of(new Lane("a", ""), new Lane("b", ""));
    List<Row> rows = List.of(new Row.Local(0, ""), new Row.Local(1, ""), new Row.Local(0, ""));
    for (int row : new int[] {0, 2, 3}) {
      var message = new Message("m", 0, 1, 0, new Delivery.Received(row));
      assertThatThrownBy(() -> new SpaceTime("s", "", lanes, rows, List.of(message), List.of()))
          .hasMessageContaining("does not fit the rows");
    }
  }

  @Test
  void aMessageArrivesOnce() {
    var run = new SpaceTimeRecorder("r", "").lane("a", "").lane("b", "").local("a", "");
    int message = run.send("b", "m");
    run.receive(message, "");
    assertThatThrownBy(() -> run.receive(message, "")).hasMessageContaining("no longer in flight");
  }

  @ParameterizedTest
  @CsvSource({"2, 5", "3, 20", "5, 30", "8, 60"})
  void anySizeIsDrawnWithinItsFrame(int lanes, int rows) {
    SpaceTime run = Examples.random(lanes, rows);
    var svg = Xml.parse(SvgSpaceTime.render(run));
    double width = Double.parseDouble(svg.getDocumentElement().getAttribute("width"));
    double height = Double.parseDouble(svg.getDocumentElement().getAttribute("height"));
    for (Element text : Xml.elements(svg, "text")) {
      double x = Double.parseDouble(text.getAttribute("x"));
      double y = Double.parseDouble(text.getAttribute("y"));
      double length = TextWidth.of(text.getTextContent(), 11);
      boolean fromStart = !text.getAttribute("class").matches(".*(mid|end).*");
      assertThat(x + (fromStart ? length : 0)).isBetween(0.0, width);
      assertThat(y).isBetween(0.0, height);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 5", "3, 20", "5, 30", "8, 60"})
  void labelsOfMessagesStandBetweenTheLanes(int lanes, int rows) {
    SpaceTime run = Examples.random(lanes, rows);
    SpaceTimeLayout layout = SpaceTimeLayout.of(run);
    for (Element text : Xml.elements(Xml.parse(SvgSpaceTime.render(run)), "text")) {
      if (text.getAttribute("class").contains("halo")) {
        double x = Double.parseDouble(text.getAttribute("x"));
        double half = TextWidth.of(text.getTextContent(), SpaceTimeLayout.LABEL_SIZE) / 2;
        for (int lane = 0; lane < lanes; lane++) {
          assertThat(Math.abs(layout.x(lane) - x)).isGreaterThanOrEqualTo(half);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 5", "3, 20", "5, 30", "8, 60"})
  void theTextFitsATerminalOfHundredColumns(int lanes, int rows) {
    SpaceTime run = Examples.random(lanes, rows);
    assertThat(SpaceTimeText.render(run).lines()).allMatch(line -> line.length() <= 100);
    assertThat(SpaceTimeText.renderAscii(run)).matches("\\p{ASCII}*");
  }
}
