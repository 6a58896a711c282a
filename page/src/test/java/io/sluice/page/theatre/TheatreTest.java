package io.sluice.page.theatre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.trace.SavedTrace;
import io.sluice.lab.explore.trace.TraceFile;
import io.sluice.page.server.Query;
import io.sluice.page.server.Route;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Padme;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class TheatreTest {

  private static final Catalogue CATALOGUE = Catalogue.builtIn();

  private final Map<String, Route> routes = new Theatre(CATALOGUE).routes();

  private static Query query(String text) {
    var values = new HashMap<String, String>();
    for (String part : text.split("&", -1)) {
      var both = part.split("=", 2);
      values.put(both[0], URLDecoder.decode(both[1], StandardCharsets.UTF_8));
    }
    return new Query(values);
  }

  private Route route(String path) {
    return Optional.ofNullable(routes.get(path)).orElseThrow();
  }

  private ObjectNode read(String path, String query) {
    return ((Route.Read) route(path)).answer(query(query));
  }

  private ObjectNode fates(String query) throws IOException {
    List<ObjectNode> events = new ArrayList<>();
    ((Route.Follow) route("/api/fate")).follow(query(query), events::add);
    return events.getLast();
  }

  static List<Gallery.Piece> pieces() {
    return Gallery.PIECES;
  }

  /** Par is the length of the shortest way, and the way is one that the theatre can walk. */
  @ParameterizedTest
  @MethodSource("pieces")
  void parIsTheShortestWay(Gallery.Piece piece) throws IOException {
    var fates = fates(piece.query());
    assertThat(fates.get("known").asBoolean()).isTrue();
    assertThat(fates.path("distance").asInt(0)).isEqualTo(piece.par());
    var found = read("/api/trouble", piece.query());
    assertThat(found.get("found").asBoolean()).isEqualTo(piece.par() > 0);
    if (piece.par() > 0) {
      var run = read("/api/run", piece.query() + "&go=" + found.get("go").asString());
      assertThat(run.get("worlds").size()).isEqualTo(piece.par() + 1);
      assertThat(run.get("worlds").get(piece.par()).get("verdict").get("word").asString())
          .isNotEqualTo("ok");
    }
  }

  @Test
  void aLinkIsReplayedAndVerified() throws IOException {
    String scope = "p=lamport&nodes=2";
    var first = read("/api/run", scope).get("worlds").get(0);
    String token = first.get("choices").get(0).get("token").asString();
    var run = read("/api/run", scope + "&from=1&go=" + token);
    assertThat(run.get("worlds").size()).isEqualTo(1);
    String seal = run.get("worlds").get(0).get("seal").asString();
    assertThat(
            read("/api/run", scope + "&go=" + token + "&seal=" + seal).get("verified").asBoolean())
        .isTrue();
    assertThat(read("/api/run", scope + "&go=" + token + "&seal=nono").get("verified").asBoolean())
        .isFalse();
  }

  @Test
  void aTraceOfCheckOpensAtItsChoices() {
    var algorithm = CATALOGUE.find("2fgme-published").orElseThrow();
    var scope = Scope.of(algorithm, Layout.groups(2, 1), 1);
    var result = Explorer.search(scope, Effort.full());
    var trace = SavedTrace.of(result.trace().orElseThrow());
    String file = new TraceFile(scope, trace, result.verdict(), result.what()).write();
    var opened = ((Route.Take) route("/api/trace")).answer(file);
    assertThat(opened.get("query").asString()).isEqualTo("p=2fgme-published&groups=2x1&entries=1");
    assertThat(opened.get("go").asString().split("\\.", -1)).hasSize(16);
    assertThat(opened.get("loop").asInt()).isEqualTo(-1);
  }

  @Test
  void starvationIsALoopToWalkRound() throws IOException {
    var leveled = Configuration.find("padme-LFFU:chain").orElseThrow();
    var scope =
        Scope.of(Padme.algorithm(leveled), Layout.plain(3), Scope.UNBOUNDED)
            .withClaims(node -> List.of(leveled.claim(node)));
    String query = ScopeQuery.write(scope, CATALOGUE);
    assertThat(fates(query).get("loop").asBoolean()).isTrue();
    var found = read("/api/trouble", query);
    String go = found.get("go").asString();
    assertThat(found.get("loop").asInt()).isBetween(1, go.split("\\.", -1).length - 1);
    var worlds = read("/api/run", query + "&go=" + go).get("worlds");
    assertThat(worlds.size()).isEqualTo(go.split("\\.", -1).length + 1);
  }

  @Test
  void aRunIsADiagramToTakeAway() {
    String scope = "p=lamport&nodes=2";
    var first = read("/api/run", scope).get("worlds").get(0);
    String run = scope + "&go=" + first.get("choices").get(0).get("token").asString();
    var diagram = (Route.Download) route("/api/diagram");
    assertThat(diagram.answer(query(run + "&as=svg")))
        .returns("image/svg+xml", Route.Content::type)
        .extracting(Route.Content::text, STRING)
        .startsWith("<svg")
        .contains("p0");
    assertThat(diagram.answer(query(run + "&as=mermaid")).text())
        .startsWith("sequenceDiagram")
        .contains("p0");
  }

  static List<Scope<?, ?>> scopes() {
    var forks = CATALOGUE.find("forks").orElseThrow();
    var shared = CATALOGUE.find("rw-lmp").orElseThrow();
    return List.of(
        Scope.of(forks, Layout.groups(2, 1), 2).with(Scope.Channels.UNORDERED),
        Scope.of(forks, Layout.groups(2, 1).plusNewcomers(1), 1).with(new Scope.Churn(1, 1, 1)),
        Scope.of(forks, Layout.plain(3), Scope.UNBOUNDED).with(new Scope.Faults(1, 2, 3)),
        Scope.of(shared, Layout.plain(2), 1).withClaims(_ -> List.of(Claim.SHARED)));
  }

  @ParameterizedTest
  @MethodSource("scopes")
  void aScopeComesBackFromItsQuery(Scope<?, ?> scope) {
    String text = ScopeQuery.write(scope, CATALOGUE);
    var again = ScopeQuery.read(query(text), CATALOGUE);
    assertThat(TraceFile.writeScope(again)).isEqualTo(TraceFile.writeScope(scope));
    assertThat(ScopeQuery.write(again, CATALOGUE)).isEqualTo(text);
  }

  @Test
  void anExportHoldsTheWayToTheErrorAlsoIfItIsCut() {
    var algorithm = CATALOGUE.find("2fgme-published").orElseThrow();
    var export = Export.of(Scope.of(algorithm, Layout.groups(2, 1), 1), CATALOGUE, 100);
    assertThat(export.worlds()).isEqualTo(100);
    assertThat(export.whole()).isFalse();
    assertThat(export.html())
        .contains("script-src 'sha256-")
        .doesNotContain("<link rel=\"stylesheet\"");
  }
}
