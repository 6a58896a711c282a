// The stage: processes with their state, and the messages between them as envelopes.
import { h, s, place, fateMark } from "./dom.js";

/** Where the processes stand, each as shares of width and height. */
export function positions(scope) {
  const groups = new Map();
  scope.processes.forEach((process, index) => {
    if (!groups.has(process.group)) groups.set(process.group, []);
    groups.get(process.group).push(index);
  });
  return groups.size > 1 ? columns([...groups.values()]) : ring(scope.processes.length);
}

function columns(groups) {
  const spots = [];
  groups.forEach((members, column) => {
    const x = groups.length === 2 ? 0.15 + 0.7 * column : 0.12 + (0.76 * column) / (groups.length - 1);
    members.forEach((process, row) => { spots[process] = { x, y: (row + 0.5) / members.length }; });
  });
  return spots;
}

function ring(size) {
  if (size === 1) return [{ x: 0.5, y: 0.5 }];
  if (size === 2) return [{ x: 0.15, y: 0.5 }, { x: 0.85, y: 0.5 }];
  if (size === 3) return [{ x: 0.5, y: 0.2 }, { x: 0.85, y: 0.76 }, { x: 0.15, y: 0.76 }];
  if (size === 4) return [{ x: 0.15, y: 0.24 }, { x: 0.85, y: 0.24 }, { x: 0.85, y: 0.76 }, { x: 0.15, y: 0.76 }];
  if (size === 5) return [{ x: 0.5, y: 0.16 }, { x: 0.86, y: 0.42 }, { x: 0.72, y: 0.85 }, { x: 0.28, y: 0.85 }, { x: 0.14, y: 0.42 }];
  return Array.from({ length: size }, (_, k) => {
    const angle = (2 * Math.PI * k) / size - Math.PI / 2;
    return { x: 0.5 + 0.38 * Math.cos(angle), y: 0.5 + 0.37 * Math.sin(angle) };
  });
}

/** Draws a world. Without acts it is only looked at. */
export function stage(view, acts) {
  const { scope, world } = view;
  const spots = positions(scope);
  const root = h("div", { class: "stage" + (scope.processes.length > 4 ? " crowded" : "") });
  place(root, { "min-height": `calc(${tallest(scope, world)}px * var(--zoom, 1))` });
  root.append(wires(world, spots));
  scope.processes.forEach((process, index) => {
    const card = processCard(view, index, acts);
    root.append(place(card, { "--x": spots[index].x * 100 + "%", "--y": spots[index].y * 100 + "%" }));
  });
  for (const channel of world.channels) {
    const from = spots[channel.from];
    const to = spots[channel.to];
    const queue = envelopes(view, channel, acts);
    queue.wire = { from, to };
    root.append(put(queue, PLACES[0]));
  }
  return root;
}

/** How far on its way an envelope is drawn, and how far beside it: the first place where it covers nothing. */
const SHARES = [0.6, 0.55, 0.5, 0.65, 0.45, 0.4, 0.7, 0.35, 0.3];
const BESIDE = [[0, 0], [0, -46], [0, 46], [90, 0], [-90, 0]];
const PLACES = BESIDE.flatMap(([dx, dy]) => SHARES.map((share) => ({ share, dx, dy })));

function put(queue, { share, dx, dy }) {
  const { from, to } = queue.wire;
  return place(queue, {
    left: `calc(${(from.x + (to.x - from.x) * share) * 100}% + ${dx}px)`,
    top: `calc(${(from.y + (to.y - from.y) * share) * 100}% + ${dy}px)`,
  });
}

/** Moves envelopes along their wires, or beside them, until they cover neither cards nor each other. */
export function settle(root) {
  const area = root.getBoundingClientRect();
  const taken = [...root.querySelectorAll(".card")].map((card) => card.getBoundingClientRect());
  for (const queue of root.querySelectorAll(".queue")) {
    const { from, to } = queue.wire;
    const first = queue.getBoundingClientRect();
    const at = ({ share, dx, dy }) => new DOMRect(first.x + (to.x - from.x) * (share - SHARES[0]) * area.width + dx,
      first.y + (to.y - from.y) * (share - SHARES[0]) * area.height + dy, first.width, first.height);
    const hidden = (box) => taken.reduce((sum, other) => sum + common(box, other), box.width * box.height - common(box, area));
    const best = PLACES.map((each) => ({ each, covered: hidden(at(each)) })).reduce((one, other) => (other.covered < one.covered ? other : one));
    put(queue, best.each);
    taken.push(at(best.each));
  }
}

/** The area that two rectangles share. */
function common(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** What the fullest column of cards needs, so that no card covers another. */
function tallest(scope, world) {
  const groups = scope.processes.map((process) => process.group);
  const grouped = new Set(groups).size > 1;
  const count = (group) => groups.filter((each) => each === group).length;
  const rows = grouped ? Math.max(...groups.map(count)) : Math.min(2, groups.length - 1) || 1;
  const lines = Math.max(...world.processes.map((process) =>
    process.fields.reduce((sum, [, value]) => sum + Math.min(3, Math.ceil((value.length + 1) / 20)), 0)));
  return rows * (lines * 17 + 84);
}

function wires(world, spots) {
  const lines = world.channels.map((channel) => {
    const from = spots[channel.from];
    const to = spots[channel.to];
    return s("line", { x1: from.x * 100 + "%", y1: from.y * 100 + "%", x2: to.x * 100 + "%", y2: to.y * 100 + "%" });
  });
  return s("svg", { class: "wires", "aria-hidden": "true" }, lines);
}

function processCard(view, index, acts) {
  const { scope, world, changed } = view;
  const process = world.processes[index];
  const marks = changed ? changed(index) : new Set();
  const name = scope.processes[index].name;
  const client = process.client.split(" ")[0];
  const acted = view.acted === index;
  return h("section", { class: `card ${client}${acted ? " acted" : ""}`, "aria-label": `process ${name}, ${process.client}` },
    h("header", {},
      h("strong", {}, name, scope.processes[index].node && h("span", { class: "node" }, scope.processes[index].node)),
      h("span", { class: "badge " + client }, process.client + (process.claim ? " · " + process.claim : ""))),
    h("dl", {}, process.fields.map(([field, value]) =>
      h("div", { class: marks.has(field) ? "changed" : "" }, h("dt", { title: field }, field), h("dd", { title: value }, value)))),
    acts && h("footer", {}, actions(view, index, acts)));
}

const OWN = ["ask", "release", "withdraw", "crash", "join", "depart", "expire", "draw", "exclude", "order", "tick", "pause", "resume"];
const LABELS = { ask: "asks", release: "releases", withdraw: "withdraws", crash: "crashes", depart: "departs", pause: "pauses", resume: "goes on", tick: "clock ticks" };

function actions(view, index, acts) {
  const { world } = view;
  const buttons = world.choices
    .filter((choice) => choice.process === index && OWN.includes(choice.kind))
    .map((choice) => acts.button(choice, LABELS[choice.kind] && !choice.words.includes(" for ") ? LABELS[choice.kind] : short(view, choice)));
  for (const refusal of world.refusals) {
    const shown = refusal.process === index && (refusal.kind === "ask" || refusal.kind === "release");
    if (shown) buttons.push(acts.refused(refusal, LABELS[refusal.kind]));
  }
  return buttons;
}

/** The words of a choice without the name of its process. */
function short(view, choice) {
  const name = view.scope.processes[choice.process].name + " ";
  return choice.words.startsWith(name) ? choice.words.slice(name.length) : choice.words;
}

function envelopes(view, channel, acts) {
  const { world, scope } = view;
  const head = `${scope.processes[channel.from].name} → ${scope.processes[channel.to].name}`;
  const find = (list, kind, position) => list.find((each) =>
    each.kind === kind && each.process === channel.to && each.peer === channel.from && each.position === position);
  const rows = channel.messages.map((label, position) => {
    const deliver = find(world.choices, "receive", position);
    const refusal = find(world.refusals, "receive", position);
    const extra = acts ? ["lose", "duplicate"].map((kind) => find(world.choices, kind, position)).filter(Boolean) : [];
    const letter = !acts
      ? h("span", { class: "envelope" }, label)
      : deliver
        ? acts.button(deliver, label, "envelope")
        : acts.refused(refusal || { kind: "receive", process: channel.to, peer: channel.from, position, why: "an equal message is offered once" }, label, "envelope");
    return h("div", { class: "letter" }, letter, extra.map((choice) =>
      acts.button(choice, choice.kind === "lose" ? "lose" : "repeat", "fault")));
  });
  return h("div", { class: "queue", role: "group", "aria-label": "messages " + head }, h("span", { class: "way" }, head), rows);
}

/** A button for a choice, with the mark of its fate. */
export function choiceButton(choice, label, act, kind, fates) {
  return h("button", {
    class: kind || "act",
    "data-key": "choice-" + choice.token + (kind || ""),
    "data-token": choice.token,
    title: choice.words,
    onclick: () => act(choice.token),
  }, fates && fateMark(choice.fate), label);
}

/** A button that cannot be used; it says why when it is clicked. */
export function refusedButton(refusal, label, tell, kind) {
  return h("button", {
    class: kind || "act",
    "data-key": `refused-${refusal.kind}-${refusal.process}-${refusal.peer}-${refusal.position}`,
    "aria-disabled": "true",
    title: refusal.why,
    onclick: () => tell(refusal.why),
  }, label);
}
