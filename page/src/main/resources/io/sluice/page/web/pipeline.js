// A pipeline as it runs: its operators and instances, what went in and came out, and what it did.
import { h, show, place, isPressed } from "./dom.js";
import { series } from "./series.js";
import { shared, follow, bar, tile, number, send as post } from "./live.js";

const page = document.getElementById("page");
const SHOWN = 90;
const SMOOTHED = 8; // samples, four a second
const samples = [];
const chosen = new URLSearchParams(location.search).get("pipeline") || "";
const app = { ended: false, silent: false, actions: new Map(), pipelines: [] };

async function send(path, body) {
  await post(path, { ...body, pipeline: chosen });
  draw();
}

/** Which pipelines run: others may begin while this one is looked at. */
async function others() {
  try {
    app.pipelines = (await (await fetch("api/pipelines")).json()).pipelines;
  } catch { return; /* the server is gone */ }
  if (samples.length === 0) {
    if (app.ended && app.pipelines.length > 0 && (!chosen || app.pipelines.includes(chosen))) location.reload();
    none();
  }
  setTimeout(others, 3000);
}

function none() {
  shared.note = ""; // there is nothing to follow, though the server is there
  show(page, h("main", { class: "live-page" }, bar("Pipelines", "", "pipeline.html", none),
    h("p", { class: "free" }, "No pipeline runs now. One that begins is shown within seconds.")));
}

function chooser(now) {
  if (app.pipelines.length < 2) return null;
  const select = h("select", { "aria-label": "pipeline", "data-key": "pipeline",
    onchange: () => { location.search = "?pipeline=" + encodeURIComponent(select.value); } },
    app.pipelines.map((name) => h("option", { value: name, selected: name === now.pipeline }, name)));
  return select;
}

function draw() {
  const now = samples.at(-1);
  if (!now || (isPressed() && !app.ended)) return;
  if (document.activeElement?.id === "load" && !app.ended) {
    page.querySelector(".live").replaceWith(live(now)); // a slider that is being moved stays
    return;
  }
  show(page, h("main", { class: "live-page" }, controls(now), live(now)));
}

function live(now) {
  return h("div", { class: "live" }, counts(now), graph(now), h("div", { class: "below" }, charts(), h("div", {}, workers(now), actions())));
}

function controls(now) {
  return bar(now.pipeline, app.silent ? "no worker runs now" : now.state, "pipeline.html", draw, chooser(now),
    now.load && shared.token && !app.ended && [
      h("label", { class: "load" }, "load",
        h("input", { id: "load", type: "range", min: 0, max: 3, step: 0.1, value: now.load.factor,
          oninput: (event) => {
            event.target.nextSibling.textContent = times(Number(event.target.value));
            send("api/load", { factor: Number(event.target.value) });
          } }),
        h("output", { for: "load" }, times(now.load.factor))),
      h("button", { "data-key": "burst", onclick: () => send("api/load", { burst: true }) }, "Burst")]);
}

const times = (factor) => `× ${factor.toFixed(1)}`;

function counts(now) {
  const good = (value) => (value === 0 ? "good" : "bad");
  return h("section", { class: "counts", "aria-label": "counts" },
    tile(`${number(now.seconds)} s`, "running"),
    tile(number(now.recordsIn), "records in"),
    tile(number(now.recordsOut), "records out"),
    now.load && [
      tile(app.ended ? number(now.load.lost) : "–", app.ended ? "lost" : "lost (at the end)", app.ended ? good(now.load.lost) : ""),
      tile(number(now.load.doubled), "doubled", good(now.load.doubled)),
      tile(number(now.load.outOfOrder), "out of order", good(now.load.outOfOrder))],
    now.longestGapMillis > 0 && tile(`${number(now.longestGapMillis)} ms`, "longest gap"),
    tile(number(now.actions), "actions"),
    now.load?.crashes > 0 && tile(number(now.load.crashes), now.load.crashes === 1 ? "worker killed" : "workers killed"));
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
  const elastic = now.operators.some((each) => each.max > each.min);
  return h("section", { class: "graph", "aria-label": "operators" },
    h("p", { class: "soft" }, "Each box is an instance, filled as far as it works.",
      elastic && " Instances come and go with the load, but never of two neighbours at once: a frame marks where they change now."),
    h("div", { class: "columns" }, Array.from({ length: columns }, (_, column) => h("div", { class: "column" },
      now.operators.filter((each) => level.get(each.name) === column).map((each) => operator(each))))));
}

/** What an operator was two seconds ago, to see what its instances have done since; workers on Kafka report every second. */
function earlier(name) {
  const now = samples.at(-1);
  const before = samples.findLast((each) => each.seconds <= now.seconds - 1.9) || samples[0];
  return { passed: now.seconds - before.seconds, operator: before.operators.find((each) => each.name === name) };
}

/** An instance as a box: filled as far as it works, marked while it changes the number of instances. */
function box(instance, before, passed) {
  const known = before?.each.find((each) => each.number === instance.number);
  const since = (field) => (known && passed > 0 ? (instance[field] - known[field]) / passed : 0);
  const busy = Math.max(0, Math.min(1, since("worked")));
  const words = `instance ${instance.number}: ${Math.round(busy * 100)} % busy, ${number(since("records"))}/s, ${number(instance.waiting)} waiting`
    + (instance.inside ? ", inside the section" : "");
  return h("span", { class: "instance" + (instance.inside ? " inside" : ""), role: "img", title: words, "aria-label": words },
    place(h("i", {}), { height: Math.round(busy * 100) + "%" }),
    h("b", {}, instance.waiting > 0 ? short(instance.waiting) : ""));
}

const short = (value) => (value < 1000 ? String(value) : Math.round(value / 1000) + "k");

function operator(each) {
  const { passed, operator: before } = earlier(each.name);
  const boxes = each.each.length > 0
    ? each.each.map((instance) => box(instance, before, passed))
    : Array.from({ length: each.instances }, (_, k) => h("span", { class: "instance", title: `instance ${k + 1}` },
      place(h("i", {}), { height: Math.round(Math.min(1, each.busy) * 100) + "%" })));
  const elastic = each.max > each.min;
  return h("article", { class: "operator" },
    h("header", {}, h("strong", {}, each.name), each.keyed && h("span", { class: "soft" }, "keyed")),
    h("div", { class: "instances", role: "group", "aria-label": `${each.instances} instances` }, boxes),
    h("p", { class: "soft" }, `${each.instances} ${each.instances === 1 ? "instance" : "instances"} · ${Math.round(each.busy * 100)} % busy`),
    h("p", { class: "soft" }, `${number(each.rate)}/s · ${number(each.waiting)} waiting`),
    elastic && shared.token && !app.ended && h("footer", {},
      scaler(each, "−", each.instances - 1, "fewer instances"), scaler(each, "+", each.instances + 1, "more instances"),
      h("button", { "data-key": "auto-" + each.name, title: "decide by load again", "aria-label": `auto: ${each.name} decides by load again`,
        onclick: () => send("api/scale", { operator: each.name, instances: 0 }) }, "auto")));
}

function scaler(each, label, instances, words) {
  const possible = instances >= each.min && instances <= each.max;
  return h("button", { "data-key": label + each.name, "aria-label": `${each.name}: ${words}`, "aria-disabled": possible ? null : "true",
    title: possible ? `${instances} instances by hand` : `this operator has from ${each.min} to ${each.max} instances`,
    onclick: () => (possible ? send("api/scale", { operator: each.name, instances }) : null) }, label);
}

function charts() {
  const to = samples.at(-1).seconds;
  const from = Math.max(0, to - SHOWN);
  const seen = samples.filter((each) => each.seconds >= from);
  const rate = (field) => seen.slice(SMOOTHED).map((each, k) => [each.seconds, (each[field] - seen[k][field]) / (each.seconds - seen[k].seconds)]);
  const elastic = samples.at(-1).operators.filter((each) => each.max > each.min);
  const width = Math.max(420, Math.min(1230, document.documentElement.clientWidth - 376));
  const of = (name, value) => seen.map((each) => [each.seconds, value(each.operators.find((one) => one.name === name))]);
  return h("section", { class: "charts" },
    h("h2", {}, "Records a second"),
    series("records a second", width, from, Math.max(to, 20), [
      { name: "in", kind: "c0", points: rate("recordsIn") }, { name: "out", kind: "c1", points: rate("recordsOut") }]),
    h("h2", {}, "Instances against the ideal ", h("span", { class: "soft" }, "thick: instances; thin: needed if each works 70 % of the time")),
    series("instances", width, from, Math.max(to, 20), elastic.flatMap((each, k) => [
      { name: each.name, kind: "c" + k, stepped: true, points: of(each.name, (one) => one.instances) },
      { name: "", kind: `c${k} thin`, points: ideal(seen, each) }])));
}

/** How many instances an operator would need: what arrives, times the work for each record, at 70 %. */
function ideal(seen, { name, min, max }) {
  const at = (sample) => sample.operators.find((each) => each.name === name);
  return seen.slice(SMOOTHED).map((sample, k) => {
    const [now, before] = [at(sample), at(seen[k])];
    const passed = sample.seconds - seen[k].seconds;
    const arriving = now.rate > 0 ? 1 + (now.waiting - before.waiting) / (now.rate * passed) : 1;
    return [sample.seconds, Math.max(min, Math.min(max + 2, (now.instances * now.busy * Math.max(0, arriving)) / 0.7))];
  });
}

function workers(now) {
  if (!now.load?.workers?.length) return null;
  return h("section", { class: "workers", "aria-label": "workers" }, h("h2", {}, "Workers"),
    h("ul", {}, now.load.workers.map((name) => h("li", {}, name, shared.token && !app.ended
      && h("button", { "data-key": "kill-" + name, "aria-label": `Kill ${name}`, title: "kill -9: others take over what it runs",
        onclick: () => send("api/kill", { worker: name }) }, "Kill")))));
}

function actions() {
  const latest = [...app.actions.values()].sort((one, other) => other.at - one.at).slice(0, 9);
  return h("section", { class: "actions" }, h("h2", {}, "What changed"),
    latest.length === 0 && h("p", { class: "soft" }, "Nothing yet: the load decides."),
    h("ol", {}, latest.map((each) => h("li", {},
      h("span", { class: "soft" }, new Date(each.at).toLocaleTimeString("en-GB")), ` ${each.operator} `,
      each.kind === "duplicated" ? `duplicated, +${each.instances}` : `deleted, −${each.instances}`,
      each.millis > 0 && h("span", { class: "soft" }, ` in ${number(each.millis)} ms`),
      each.cause && h("div", { class: "soft cause" }, each.cause)))));
}

function take(sample) {
  app.silent = sample.operators.length === 0;
  if (app.silent) return;
  samples.push(sample);
  if (samples.length > 480) samples.shift();
  sample.operators.forEach((operator) => operator.last.forEach((action) =>
    app.actions.set(`${operator.name} ${action.at} ${action.kind}`, { ...action, operator: operator.name })));
}

others();
follow("api/pipeline" + location.search, (sample) => { if (sample.ended) app.ended = true; else take(sample); }, draw);
