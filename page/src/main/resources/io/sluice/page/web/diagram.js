// Space-time diagram of the line that is looked at, and above it, in step, the tree of branches.
import { s, FATES } from "./dom.js";

const LEFT = 56;
const STEP = 54;
const LANE = 30;
const ROW = 20;

const x = (depth) => LEFT + STEP * (depth + 0.5);

/** Gives each node of the tree a row: the first child stays in the row of its parent. */
function rows(root) {
  const row = new Map([[root, 0]]);
  let used = 0;
  const visit = (node) => node.children.forEach((child, k) => {
    if (k > 0) used++;
    row.set(child, k === 0 ? row.get(node) : used);
    visit(child);
  });
  visit(root);
  return { row, count: used + 1 };
}

export function diagram(model, options) {
  const line = model.line();
  const tree = rows(model.root);
  const treeHeight = tree.count > 1 ? ROW * tree.count + 8 : 0;
  const lanes = model.scope.processes;
  let deepest = 0;
  tree.row.forEach((_, node) => { deepest = Math.max(deepest, node.depth); });
  const width = x(Math.max(deepest, line.length) + 1);
  const height = treeHeight + LANE * lanes.length + 30;
  const y = (process) => treeHeight + 24 + LANE * process;
  const root = s("svg", { class: "diagram", width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": `space-time diagram of ${line.length - 1} events` });
  if (tree.count > 1) root.append(branches(model, tree, options));
  if (model.loop) root.append(loopArea(model, line, treeHeight, height));
  const now = model.current.depth;
  root.append(s("line", { class: "now", x1: x(now), x2: x(now), y1: treeHeight, y2: height }));
  const names = s("g", { class: "names" }, s("rect", { x: 0, y: treeHeight, width: LEFT - 9, height: height - treeHeight }));
  lanes.forEach((lane, process) => {
    root.append(s("line", { class: "lane", x1: LEFT - 8, x2: width, y1: y(process), y2: y(process) }));
    names.append(s("text", { class: "lane-name", x: LEFT - 14, y: y(process) + 4 }, lane.node && s("title", {}, lane.node), lane.name));
  });
  root.append(...spans(line, lanes, y, width));
  root.append(...arrows(line, y, now, width));
  const past = options.hovered === undefined ? null : causalPast(line, options.hovered);
  line.forEach((node, depth) => {
    if (depth > 0) root.append(event(node, depth, y, { now, past, ...options }));
  });
  root.append(names);
  return root;
}

/** Keeps the names of the lanes in sight when the diagram is scrolled. */
export function pinNames(scroller) {
  const drawing = scroller.querySelector(".diagram");
  const zoom = drawing.getBoundingClientRect().width / drawing.width.baseVal.value || 1;
  drawing.querySelector(".names").setAttribute("transform", `translate(${scroller.scrollLeft / zoom} 0)`);
}

function branches(model, tree, options) {
  const group = s("g", { class: "branches" });
  const at = (node) => ({ x: x(node.depth), y: ROW * (tree.row.get(node) + 0.5) + 2 });
  const onPath = new Set(model.line());
  tree.row.forEach((_, node) => {
    if (!node.parent) return;
    const from = at(node.parent);
    const to = at(node);
    const bend = from.y === to.y ? "" : `Q ${from.x + 10} ${to.y} ${from.x + 20} ${to.y} `;
    group.append(s("path", { class: onPath.has(node) ? "on" : "", d: `M ${from.x} ${from.y} ${bend}L ${to.x} ${to.y}` }));
  });
  tree.row.forEach((_, node) => {
    const { x: cx, y: cy } = at(node);
    const wrong = node.world.verdict.word !== "ok";
    const fate = wrong ? "trouble" : options.fates ? node.world.fate : undefined;
    const dot = s("g", { class: `dot ${fate || ""}${node === model.current ? " here" : ""}`,
      onclick: () => options.jump(node) },
      s("title", {}, node.choice ? node.choice.words : "the first world"),
      fate ? s("text", { x: cx, y: cy + 4 }, FATES[fate].glyph) : s("circle", { cx, cy, r: 4 }),
      node === model.current && s("circle", { class: "ring", cx, cy, r: 9 }));
    group.append(dot);
  });
  return group;
}

function loopArea(model, line, top, height) {
  const from = line.indexOf(model.loop.start);
  const to = line.indexOf(model.loop.end);
  if (from < 0 || to < 0) return s("g", {});
  return s("g", { class: "loop" },
    s("rect", { x: x(from) + STEP / 2 - 4, y: top + 2, width: STEP * (to - from), height: height - top - 4, rx: 6 }),
    s("text", { x: x(to) + 16, y: height - 8, "text-anchor": "end" }, "↻ repeats without end"));
}

/** Where processes wait or are inside, as thick parts of their lanes. */
function spans(line, lanes, y, width) {
  const parts = [];
  lanes.forEach((_, process) => {
    let since = 0;
    const client = (k) => line[k].world.processes[process].client.split(" ")[0];
    for (let k = 1; k <= line.length; k++) {
      if (k === line.length || client(k) !== client(since)) {
        const kind = client(since);
        if (kind !== "thinking" && kind !== "outside") {
          const end = k === line.length ? x(line.length - 1) + 20 : x(k);
          parts.push(s("rect", { class: "span " + kind, x: x(since), y: y(process) - 5, width: end - x(since), height: 10, rx: 2 }));
        }
        since = k;
      }
    }
  });
  return parts;
}

/** Each message from where it was sent to where it arrived, or on into the open. */
function arrows(line, y, now, width) {
  const parts = [];
  const flying = [];
  const draw = (message, toDepth, toProcess, kind) => {
    const x1 = x(message.depth);
    const y1 = y(message.from);
    const x2 = x(toDepth);
    const y2 = y(toProcess);
    const later = toDepth > now ? " later" : "";
    parts.push(s("g", { class: "arrow " + kind + later },
      s("title", {}, message.label),
      s("line", { x1, y1, x2, y2 }),
      kind !== "flying" && head(x1, y1, x2, y2)));
  };
  line.forEach((node, depth) => {
    if (depth === 0) return;
    const step = node.choice.step;
    if (step.from !== undefined) {
      const at = flying.findIndex((each) => each.from === step.from && each.to === step.process && each.label === step.label);
      const message = at >= 0 ? flying[at] : null;
      if (at >= 0 && node.choice.kind !== "duplicate") flying.splice(at, 1);
      if (message) draw(message, depth, step.process, node.choice.kind === "lose" ? "lost" : "");
    }
    step.sent.forEach((sent) => flying.push({ depth, from: step.process, to: sent.to, label: sent.label }));
  });
  flying.forEach((message) => draw(message, line.length - 0.35, message.to, "flying"));
  return parts;
}

function head(x1, y1, x2, y2) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const ux = (x2 - x1) / length;
  const uy = (y2 - y1) / length;
  const tip = [x2 - ux * 6, y2 - uy * 6];
  const points = [tip, [tip[0] - ux * 7 - uy * 3.5, tip[1] - uy * 7 + ux * 3.5], [tip[0] - ux * 7 + uy * 3.5, tip[1] - uy * 7 - ux * 3.5]];
  return s("polygon", { points: points.map((point) => point.join(",")).join(" ") });
}

function event(node, depth, y, options) {
  const step = node.choice.step;
  const dim = options.past && !options.past.has(depth) ? " dim" : "";
  const wrong = node.world.verdict.word !== "ok" ? " wrong" : "";
  const state = depth === options.now ? " here" : depth > options.now ? " later" : "";
  const cy = y(step.process);
  return s("g", { class: "event" + dim + wrong + state, "data-depth": depth, onclick: () => options.jump(node),
    onmouseenter: () => options.hover(depth), onmouseleave: () => options.hover(undefined) },
    s("title", {}, `${depth}. ${node.choice.words}`),
    s("circle", { class: "target", cx: x(depth), cy, r: 13 }),
    s("circle", { cx: x(depth), cy, r: wrong ? 7 : 5 }),
    wrong && s("text", { class: "cross", x: x(depth), y: cy + 4 }, "✕"));
}

/** The events that an event can have been caused by: those before it in its process, and senders. */
export function causalPast(line, depth) {
  const past = new Set();
  const todo = [depth];
  while (todo.length > 0) {
    const at = todo.pop();
    if (at <= 0 || past.has(at)) continue;
    past.add(at);
    const step = line[at].choice.step;
    for (let k = at - 1; k > 0; k--) {
      if (line[k].choice.step.process === step.process) { todo.push(k); break; }
    }
    if (step.from !== undefined) {
      for (let k = at - 1; k > 0; k--) {
        const other = line[k].choice.step;
        if (other.process === step.from && other.sent.some((sent) => sent.to === step.process && sent.label === step.label)) {
          todo.push(k);
          break;
        }
      }
    }
  }
  return past;
}
