// Series over time as a drawing: some lines over the same seconds, each named at its end.
import { s } from "./dom.js";

const HEIGHT = 140;
const LEFT = 44;
const RIGHT = 96;
const TOP = 10;
const BOTTOM = 22;

/** A step that gives up to five round values. */
function roundStep(most) {
  const power = 10 ** Math.floor(Math.log10(most / 4 || 1));
  return [1, 2, 5, 10].map((each) => each * power).find((step) => most / step <= 5) || 10 * power;
}

/** lines: {name, kind, stepped, points: [[seconds, value]]}. */
export function series(title, width, from, to, lines) {
  const most = Math.max(1, ...lines.flatMap((line) => line.points.map(([, value]) => value)));
  const step = Math.max(roundStep(most), most > 10 ? 0 : 1);
  const top = Math.ceil(most / step) * step;
  const x = (seconds) => LEFT + ((seconds - from) / Math.max(1, to - from)) * (width - LEFT - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
  const root = s("svg", { class: "series", width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": title });
  for (let value = 0; value <= top; value += step) {
    root.append(s("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }),
      s("text", { class: "tick end", x: LEFT - 6, y: y(value) + 4 }, value.toLocaleString("en")));
  }
  for (let seconds = Math.ceil(from / 10) * 10; seconds <= to; seconds += 10) {
    root.append(s("text", { class: "tick mid", x: x(seconds), y: HEIGHT - 6 }, `${seconds} s`));
  }
  names(lines, y).forEach(({ line, at }) => {
    root.append(s("path", { class: "curve " + line.kind, d: path(line, x, y) }),
      s("text", { class: "name " + line.kind, x: width - RIGHT + 8, y: at + 4 }, line.name));
  });
  return root;
}

function path(line, x, y) {
  let text = "";
  line.points.forEach(([seconds, value], k) => {
    if (k === 0) text += `M ${x(seconds)} ${y(value)}`;
    else text += line.stepped ? ` H ${x(seconds)} V ${y(value)}` : ` L ${x(seconds)} ${y(value)}`;
  });
  return text;
}

/** Where the names of the lines go: at their ends, but not over each other. */
function names(lines, y) {
  const placed = lines.filter((line) => line.points.length > 0)
    .map((line) => ({ line, at: y(line.points.at(-1)[1]) }))
    .sort((one, other) => one.at - other.at);
  placed.forEach((each, k) => { if (k > 0) each.at = Math.max(each.at, placed[k - 1].at + 14); });
  const over = placed.length > 0 ? Math.max(0, placed.at(-1).at - (HEIGHT - BOTTOM)) : 0;
  placed.forEach((each) => { each.at -= over; });
  return placed;
}
