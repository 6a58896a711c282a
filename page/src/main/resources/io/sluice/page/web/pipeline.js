// A pipeline as it runs: its operators and instances, what went in and came out, and what it did.
import { h, show, place, isPressed } from "./dom.js";
import { series } from "./series.js";

const page = document.getElementById("page");
const SHOWN = 90;
const samples = [];
const app = { ended: false, token: null, note: "", actions: new Map() };

const number = (value) => Math.round(value).toLocaleString("en");

function look(chosen) {
  const dark = chosen || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.look = dark;
}

async function send(path, body) {
  const answer = await fetch(path, { method: "POST", body: JSON.stringify(body), headers: { "X-Sluice-Token": app.token } });
  app.note = answer.ok ? "" : (await answer.json()).error;
  draw();
}

function draw() {
  const now = samples.at(-1);
  if (!now || (isPressed() && !app.ended)) return;
  if (document.activeElement?.id === "load" && !app.ended) {
    page.querySelector(".live").replaceWith(live(now)); // a slider that is being moved stays
    return;
  }
  show(page, h("main", { class: "pipeline" }, controls(now), live(now)));
}

function live(now) {
  return h("div", { class: "live" }, counts(now), graph(now), h("div", { class: "below" }, charts(), actions()));
}

function controls(now) {
  return h("header", { class: "bar" },
    h("h1", {}, now.pipeline), h("span", { class: "soft state" }, now.state),
    h("span", { class: "note", role: "status" }, app.note),
    now.load && app.token && !app.ended && [
      h("label", { class: "load" }, "load ",
        h("input", { id: "load", type: "range", min: 0, max: 3, step: 0.1, value: now.load.factor,
          oninput: (event) => send("api/load", { factor: Number(event.target.value) }) })),
      h("button", { "data-key": "burst", onclick: () => send("api/load", { burst: true }) }, "Burst")],
    h("button", { "data-key": "look", title: "dark or light",
      onclick: () => { look(document.documentElement.dataset.look === "dark" ? "light" : "dark"); draw(); } }, "◐"));
}

function counts(now) {
  const tile = (value, name, kind) => h("div", { class: "tile " + (kind || "") }, h("strong", {}, value), h("span", {}, name));
  const good = (value) => (value === 0 ? "good" : "bad");
  return h("section", { class: "counts", "aria-label": "counts" },
    tile(`${number(now.seconds)} s`, "running"),
    tile(number(now.recordsIn), "records in"),
    tile(number(now.recordsOut), "records out"),
    now.load && [
      tile(app.ended ? number(now.load.lost) : "–", app.ended ? "lost" : "lost (at the end)", app.ended ? good(now.load.lost) : ""),
      tile(number(now.load.doubled), "doubled", good(now.load.doubled)),
      tile(number(now.load.outOfOrder), "out of order", good(now.load.outOfOrder))],
    tile(`${number(now.longestGapMillis)} ms`, "longest gap"),
    tile(number(now.actions), "actions"));
}

/** Columns of operators: each behind all that send to it. */
function levels(operators) {
  const level = new Map(operators.map((each) => [each.name, 0]));
  for (let k = 0; k < operators.length; k++) {
    operators.forEach((each) => each.receivers.forEach((next) =>
      level.set(next, Math.max(level.get(next), level.get(each.name) + 1))));
  }
  return level;
}

function graph(now) {
  const level = levels(now.operators);
  const columns = Math.max(...level.values()) + 1;
  return h("section", { class: "graph", "aria-label": "operators" },
    Array.from({ length: columns }, (_, column) => h("div", { class: "column" },
      now.operators.filter((each) => level.get(each.name) === column).map((each) => operator(each)))));
}

function operator(each) {
  const boxes = Array.from({ length: each.instances }, (_, k) =>
    h("span", { class: "instance", title: `instance ${k + 1}` },
      place(h("i", {}), { height: Math.round(Math.min(1, each.busy) * 100) + "%" })));
  const elastic = each.max > each.min;
  return h("article", { class: "operator" },
    h("header", {}, h("strong", {}, each.name), each.keyed && h("span", { class: "soft" }, "keyed")),
    h("div", { class: "instances", "aria-label": `${each.instances} instances` }, boxes),
    h("p", { class: "soft" }, `${each.instances} ${each.instances === 1 ? "instance" : "instances"} · ${Math.round(each.busy * 100)} % busy`),
    h("p", { class: "soft" }, `${number(each.rate)}/s · ${number(each.waiting)} waiting`),
    elastic && app.token && !app.ended && h("footer", {},
      scaler(each, "−", each.instances - 1), scaler(each, "+", each.instances + 1),
      h("button", { "data-key": "auto-" + each.name, title: "decide by load again",
        onclick: () => send("api/scale", { operator: each.name, instances: 0 }) }, "auto")));
}

function scaler(each, label, instances) {
  const possible = instances >= each.min && instances <= each.max;
  return h("button", { "data-key": label + each.name, "aria-disabled": possible ? null : "true",
    title: possible ? `${instances} instances by hand` : `this operator has from ${each.min} to ${each.max} instances`,
    onclick: () => (possible ? send("api/scale", { operator: each.name, instances }) : null) }, label);
}

function charts() {
  const to = samples.at(-1).seconds;
  const from = Math.max(0, to - SHOWN);
  const seen = samples.filter((each) => each.seconds >= from);
  const rate = (field) => seen.slice(4).map((each, k) => [each.seconds, (each[field] - seen[k][field]) / (each.seconds - seen[k].seconds)]);
  const elastic = samples.at(-1).operators.filter((each) => each.max > each.min);
  const width = Math.max(420, Math.min(1230, document.documentElement.clientWidth - 376));
  const of = (name, value) => seen.map((each) => [each.seconds, value(each.operators.find((one) => one.name === name))]);
  return h("section", { class: "charts" },
    h("h2", {}, "Records a second"),
    series("records a second", width, from, Math.max(to, 20), [
      { name: "in", kind: "c0", points: rate("recordsIn") }, { name: "out", kind: "c1", points: rate("recordsOut") }]),
    h("h2", {}, "Instances, and the work there is for them"),
    series("instances", width, from, Math.max(to, 20), elastic.flatMap((each, k) => [
      { name: each.name, kind: "c" + k, stepped: true, points: of(each.name, (one) => one.instances) },
      { name: "", kind: `c${k} thin`, points: of(each.name, (one) => one.instances * one.busy) }])),
    h("p", { class: "soft" }, "Thick: instances. Thin: instances times the share of time that they work."));
}

function actions() {
  const latest = [...app.actions.values()].sort((one, other) => other.at - one.at).slice(0, 14);
  return h("section", { class: "actions" }, h("h2", {}, "What changed"),
    latest.length === 0 && h("p", { class: "soft" }, "Nothing yet: the load decides."),
    h("ol", {}, latest.map((each) => h("li", {},
      h("span", { class: "soft" }, new Date(each.at).toLocaleTimeString("en-GB")), ` ${each.operator} `,
      each.kind === "duplicated" ? `duplicated, +${each.instances}` : `deleted, −${each.instances}`,
      h("span", { class: "soft" }, ` in ${number(each.millis)} ms`)))));
}

function take(sample) {
  samples.push(sample);
  if (samples.length > 480) samples.shift();
  sample.operators.forEach((operator) => operator.last.forEach((action) =>
    app.actions.set(`${operator.name} ${action.at} ${action.kind}`, { ...action, operator: operator.name })));
}

function begin() {
  look();
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  try {
    if (token) sessionStorage.setItem("token", token);
    app.token = sessionStorage.getItem("token");
  } catch { app.token = token; }
  const events = new EventSource("api/pipeline");
  let due = false;
  events.onmessage = (message) => {
    const sample = JSON.parse(message.data);
    if (sample.ended) { app.ended = true; events.close(); } else take(sample);
    if (!due) { due = true; requestAnimationFrame(() => { due = false; draw(); }); }
  };
  events.onerror = () => { if (!app.ended) { app.ended = true; app.note = "The pipeline is gone."; events.close(); draw(); } };
}

begin();
