// The theatre: opens what the address says, and draws again whenever something was chosen.
import { h, show, isPressed } from "./dom.js";
import { look, otherLook, remember, remembered } from "./look.js";
import { ServerSource } from "./source.js";
import { FileSource } from "./offline.js";
import { Model } from "./model.js";
import { stage, settle, choiceButton, refusedButton } from "./stage.js";
import { diagram, pinNames } from "./diagram.js";
import { choices } from "./choices.js";
import { gallery } from "./gallery.js";
import { Beside } from "./beside.js";
import { recordings, recordedPanel } from "./recorded.js";
import { listen, help } from "./keys.js";

const page = document.getElementById("page");
const app = { source: null, model: null, gallery: null, recordings: null, beside: null, par: 0, fates: true, presenter: false, caption: -1,
  help: false, note: "", hovered: undefined, past: false, stop: null };

function tell(note) {
  app.note = note;
  draw();
}

function draw() {
  show(page, app.model ? theatre() : app.recordings ? runs() : app.gallery ? gallery(app.gallery, { open: openFresh, trace }) : h("p", { class: "loading" }, "…"));
  if (!app.model) return;
  page.querySelectorAll(".stage").forEach(settle);
  keepInSight();
}

function runs() {
  return h("div", {},
    h("header", { class: "bar" },
      h("button", { class: "quiet", "data-key": "home", title: "first screen (g)", onclick: home }, "☰"),
      h("div", { class: "name" }, h("h1", {}, "Sluice theatre")),
      h("nav", {}, button("look", "◐", "dark or light (d)", toggleLook))),
    recordings(app.recordings, { open: (run) => openRun(app.recordings.number, run.run, 0) }),
    app.note && h("p", { class: "note", role: "status" }, app.note));
}

function theatre() {
  const { model } = app;
  const node = model.current;
  const view = { scope: model.scope, world: node.world, changed: (process) => model.changed(process),
    acted: node.choice ? node.choice.process : undefined };
  const acts = {
    button: (choice, label, kind) => choiceButton(choice, label, take, kind, app.fates),
    refused: (refusal, label, kind) => refusedButton(refusal, label, tell, kind),
  };
  return h("main", { class: "theatre" + (app.presenter ? " presenter" : "") + (app.beside ? " two" : "") },
    bar(model),
    h("div", { class: "scene" },
      h("p", { class: "happened", "aria-live": "polite" },
        node.choice ? [h("span", { class: "soft" }, `${model.step()}. `), node.choice.words, node.choice.at && h("span", { class: "soft" }, ` ${node.choice.at}`)] : beginning(model)),
      stage(view, acts)),
    app.beside && app.beside.view(),
    h("aside", { class: "panel" }, model.recorded
      ? recordedPanel(model, { forward: () => step("forward"), jump: (number) => openRun(model.recorded.recordings, model.recorded.run, number),
        part: (number) => openPart(model.recorded, number) })
      : choices(model, { take, trouble, jump, fates: app.fates, par: app.par })),
    app.caption >= 0 && h("p", { class: "caption", "aria-live": "polite" },
      h("span", { class: "soft" }, `${app.caption + 1}/${model.scope.captions.length} `), model.scope.captions[app.caption]),
    h("div", { class: "times" }, timeDiagram()),
    h("p", { class: "note", role: "status" }, app.note || hint(model)),
    app.help && help(() => { app.help = false; draw(); }));
}

function beginning(model) {
  if (!model.recorded) return "Nothing has happened yet. Choose what happens first.";
  return model.step() === 0 ? "Nothing has happened yet. → goes along the run." : `After ${model.step()} events. → goes along the run.`;
}

function hint(model) {
  if (model.recorded) return "A recorded run: ← → go back and forward, Home and End to the first and the last event shown; ? shows all keys.";
  if (model.loop && model.line().includes(model.loop.end)) return "The marked part repeats without end: → goes round and round.";
  return model.current.depth === 0 ? "Click an envelope or a button; ← → go back and forward; ? shows all keys." : origin(model.scope);
}

const origin = (scope) => scope.source + (scope.flaw ? ` · ${scope.protocol} ${scope.flaw}` : ` · tolerates ${scope.tolerates}`);

function bar(model) {
  const { scope } = model;
  const faults = Object.entries(scope.faults).filter(([, number]) => number > 0).map(([name, number]) => `${name} ${number}`);
  const { recorded } = model;
  const details = recorded ? [`lock ${recorded.lock}`, `view ${recorded.view}`, `recorded ${recorded.from} to ${recorded.to} UTC`].join(" · ") : [scope.layout, `entries ${scope.entries}`, scope.fifo ? "FIFO" : "any order", ...faults].join(" · ");
  return h("header", { class: "bar" },
    app.source.live && h("button", { class: "quiet", "data-key": "home", title: recorded ? "all runs" : "first screen (g)",
      onclick: recorded ? () => openRecordings(recorded.recordings) : home }, "☰"),
    h("div", { class: "name" },
      h("h1", {}, scope.protocol), h("span", { class: "soft" }, details)),
    h("nav", {},
      button("back", "←", "back", () => step("back")),
      button("forward", "→", "forward", () => step("forward")),
      !recorded && button("fates", app.fates ? "Hide fates" : "Show fates", "f", fates),
      !recorded && app.source.live && app.gallery && comparer(model),
      !recorded && app.source.live && [["svg", "SVG"], ["mermaid", "Mermaid"]].map(([kind, name]) => h("a", { class: "button", "data-key": kind,
        title: "the run so far as a diagram", href: app.source.diagram(model.query, model.tokens(), kind), target: "_blank" }, name)),
      button("link", "Copy link", "l", copy),
      button("look", "◐", "dark or light (d)", toggleLook),
      button("help", "?", "keys", toggleHelp)));
}

const button = (key, label, title, act) => h("button", { "data-key": key, title, onclick: act }, label);

function comparer(model) {
  const family = app.gallery.protocols.find((each) => each.name === model.scope.protocol)?.family;
  const others = app.gallery.protocols.filter((each) => each.family === family && each.name !== model.scope.protocol);
  if (others.length === 0) return null;
  const select = h("select", { "aria-label": "compare with", "data-key": "compare", onchange: () => compare(select.value) },
    h("option", { value: "" }, app.beside ? "no comparison" : "Compare with …"),
    others.map((each) => h("option", { value: each.name, selected: app.beside?.scope.protocol === each.name }, each.name)));
  return select;
}

function keepInSight() {
  const times = page.querySelector(".times");
  const at = 56 + 54 * (app.model.current.depth + 0.5);
  times.scrollLeft = Math.max(0, at - times.clientWidth / 2);
  times.addEventListener("scroll", () => pinNames(times));
  pinNames(times);
}

// What a reader does.

async function attempt(act) {
  try {
    await act();
  } catch (error) {
    app.note = error.message;
  }
  draw();
}

const changed = async () => {
  app.note = "";
  app.hovered = undefined;
  if (app.beside) await app.beside.follow(app.model.path());
  history.replaceState(null, "", app.model.link());
};

const take = (token) => attempt(async () => { await app.model.take(token); await changed(); });
const jump = (node) => attempt(async () => { app.model.go(node); await changed(); });
const step = (name, ...more) => attempt(async () => { app.model[name](...more); await changed(); });

/** The diagram, with the causal past of the event under the pointer or, if that is wanted, of the latest one. */
function timeDiagram() {
  const latest = app.past && app.model.current.depth > 0 ? app.model.current.depth : undefined;
  return diagram(app.model, { jump, hover, hovered: app.hovered ?? latest, fates: app.fates });
}

function hover(depth) {
  if (app.hovered === depth) return;
  app.hovered = depth;
  const times = page.querySelector(".times");
  const left = times.scrollLeft;
  show(times, timeDiagram());
  times.scrollLeft = left;
  pinNames(times);
}

const trouble = () => attempt(async () => {
  const { model } = app;
  const here = model.tokens();
  const found = await model.source.trouble(model.query, here);
  if (!found.found) throw new Error(found.why || "No error can follow from here.");
  await walkTo(found, here.length);
});

/** Lays out a way and goes one choice along it, or to its beginning if it does not pass here. */
async function walkTo(found, known) {
  const { model } = app;
  const tokens = found.go === "" ? [] : found.go.split(".");
  const here = model.tokens();
  const passes = here.every((token, k) => tokens[k] === token);
  const { end } = await model.lay(tokens);
  const nodes = model.path(end);
  model.loop = found.loop >= 0 ? { start: nodes[found.loop], end } : null;
  model.current = nodes[passes ? Math.min(known + 1, nodes.length - 1) : 0];
  await changed();
  const left = nodes.length - 1 - model.current.depth;
  app.note = found.what || `The shortest way is laid out: ${left === 1 ? "1 choice" : left + " choices"} to go. → goes along it.`;
}

const compare = (name) => attempt(async () => {
  app.beside = null;
  if (!name) return;
  const query = new URLSearchParams(app.model.query);
  query.set("p", name);
  app.beside = await Beside.open(app.source, query.toString());
  await app.beside.follow(app.model.path());
});

async function copy() {
  const link = location.href.split("#")[0] + app.model.link();
  try {
    await navigator.clipboard.writeText(link);
    tell(app.model.recorded ? "Copied. The link works as long as this theatre is open." : "Copied. The link holds the scope and every choice; it is replayed and checked when it is opened.");
  } catch {
    tell("The address of this page is the link: copy it from there.");
  }
}

/** The next caption of the lecture; after the last one none is shown. */
function nextCaption() {
  const { captions } = app.model.scope;
  app.caption = app.caption + 1 < captions.length ? app.caption + 1 : -1;
  draw();
}

function presenter() {
  app.presenter = !app.presenter;
  app.caption = app.presenter && app.model.scope.captions.length > 0 ? 0 : -1;
  draw();
}

function past() {
  app.past = !app.past;
  tell(app.past ? "What led to the latest event stands out; all other events happened independently of it." : "");
}

function fates() { app.fates = !app.fates; draw(); }
function toggleLook() { otherLook(); draw(); }
function toggleHelp() { app.help = !app.help; draw(); }

// What is opened.

async function openFresh(query, par) {
  await attempt(async () => {
    await open(query);
    app.par = par;
    app.fates = par === 0;
    history.pushState(null, "", app.model.link());
  });
}

async function open(query) {
  app.stop?.();
  app.recordings = null;
  app.beside = null;
  app.par = 0;
  app.note = "";
  app.caption = app.presenter ? 0 : -1;
  const model = await Model.open(app.source, query);
  app.model = model;
  document.title = model.scope.protocol + " · Sluice theatre";
  model.fate = { state: "searching", worlds: 0 };
  app.stop = app.source.fates(model.query, async (event) => {
    if (app.model !== model) return;
    if (!event.done) {
      model.fate.worlds = event.worlds;
    } else {
      model.fate = { ...event, state: event.known ? "known" : "many" };
      if (event.known) await model.refresh();
    }
    if (!isPressed() || event.done) draw();
  });
}

async function home() {
  app.stop?.();
  app.model = null;
  app.recordings = null;
  app.note = "";
  if (!app.gallery) app.gallery = await app.source.gallery();
  history.pushState(null, "", location.pathname);
  draw();
}

const trace = (text) => attempt(async () => showOpened(await app.source.trace(text)));

/** Shows files that the server has opened: a trace or recordings. */
async function showOpened(found) {
  if (found.recordings) {
    await showRecordings(found.recordings);
    history.pushState(null, "", "#recordings=" + found.recordings);
    return;
  }
  await open(found.query);
  app.model.current = app.model.root;
  await walkTo({ ...found, what: `A trace: ${found.what}. → goes along it.` }, -1);
}

async function showRecordings(number) {
  app.stop?.();
  app.model = null;
  app.note = "";
  app.recordings = { ...await app.source.recordings(number), number };
  document.title = "Recorded runs · Sluice theatre";
}

async function showRun(number, run, step) {
  app.stop?.();
  app.beside = null;
  app.par = 0;
  app.caption = -1;
  app.model = Model.recorded(app.source, await app.source.recorded(number, run, step));
  const line = app.model.line();
  app.model.go(line[Math.min(step - app.model.recorded.first, line.length - 1)]);
  document.title = `${app.model.recorded.lock} · Sluice theatre`;
}

const openRecordings = (number) => attempt(async () => {
  await showRecordings(number);
  history.pushState(null, "", "#recordings=" + number);
});

const openRun = (number, run, step) => attempt(async () => {
  await showRun(number, run, step);
  history.pushState(null, "", app.model.link());
});

/** The first step of another part, or the beginning of the run. */
const openPart = (recorded, part) => openRun(recorded.recordings, recorded.run, part === 0 ? 0 : part * recorded.steps + 1);

/** Opens what the address says: a scope, and the choices on the way to a world of it. */
async function follow() {
  const values = new URLSearchParams(location.hash.slice(1));
  const token = values.get("token");
  if (token) remember("token", token);
  const [go, seal] = [values.get("go"), values.get("seal")];
  ["token", "go", "seal"].forEach((name) => values.delete(name));
  if (app.source.live) app.source.token = remembered("token");
  if (token) history.replaceState(null, "", "#" + values);
  if (values.has("opened")) return showOpened(await app.source.opened());
  if (values.has("recordings")) {
    return values.has("run")
      ? showRun(values.get("recordings"), values.get("run"), Number(values.get("step") || 0))
      : showRecordings(values.get("recordings"));
  }
  const query = app.source.live ? values.toString() : app.source.tables.scope.query;
  if (query === "") return home();
  await open(query);
  if (go) {
    const { end, verified } = await app.model.lay(go.split("."), seal || "");
    app.model.go(end);
    if (verified === false) app.note = "The choices are possible, but the world is not the one the link was made at: the protocol has changed.";
  } else {
    if (!app.source.live) await layOut(app.source.tables);
    history.replaceState(null, "", app.model.link());
  }
}

/** A file opens with a run laid out before the reader: to the error, or a typical one. */
async function layOut(tables) {
  if (!tables.run) return;
  const { end } = await app.model.lay(tables.run.split("."));
  if (tables.loop >= 0) {
    app.model.loop = { start: app.model.path(end)[tables.loop], end };
    app.note = `A run without end is laid out: ${tables.what}. → goes along it, and round and round in the marked part.`;
    return;
  }
  app.note = end.world.verdict.word === "ok"
    ? "A typical run is laid out: → goes along it, any other choice begins a branch."
    : "The shortest way to the error is laid out: → goes along it, any other choice begins a branch.";
}

const inWalk = (act) => () => (app.model && !app.model.recorded ? act() : false);
const inTheatre = (act) => () => (app.model ? act() : false);

listen({
  number: (digit) => {
    if (app.model?.recorded) return false;
    const usual = app.model?.current.world.choices.filter((choice) => !choice.optional) || [];
    const faults = app.model?.current.world.choices.filter((choice) => choice.optional) || [];
    const choice = [...usual, ...faults][digit - 1];
    return choice ? take(choice.token) : false;
  },
  back: inTheatre(() => step("back")), forward: inTheatre(() => step("forward")),
  first: inTheatre(() => step("first")), last: inTheatre(() => step("last")),
  up: inTheatre(() => step("branch", -1)), down: inTheatre(() => step("branch", 1)),
  trouble: inWalk(trouble), fates: inWalk(fates), link: inTheatre(copy),
  presenter: inTheatre(presenter), caption: inTheatre(nextCaption),
  past: inTheatre(past), look: toggleLook, help: inTheatre(toggleHelp),
  gallery: () => (app.source.live ? home() : false),
  close: () => { if (!app.help) return false; app.help = false; draw(); return true; },
});

async function begin() {
  look();
  const tables = document.getElementById("tables");
  app.source = tables ? await FileSource.load(tables) : new ServerSource(remembered("token"));
  await attempt(async () => {
    if (app.source.live) app.gallery = await app.source.gallery();
    await follow();
  });
  addEventListener("popstate", () => attempt(follow));
}

begin();
