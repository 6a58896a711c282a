// The keys of the theatre, in one table: it is also what the help shows.
import { h } from "./dom.js";

export const KEYS = [
  ["1 … 9", "take a choice"],
  ["← →", "one world back, forward"],
  ["Home End", "first and last world"],
  ["↑ ↓", "another branch"],
  ["t", "shortest way to trouble"],
  ["f", "show or hide fates"],
  ["w", "what led to the latest event"],
  ["l", "copy a link to this world"],
  ["p", "presenter: larger, without lists"],
  ["c", "next caption of the lecture"],
  ["d", "dark or light"],
  ["g", "first screen"],
  ["?", "these keys"],
];

const NAMED = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", ArrowUp: "up", ArrowDown: "down",
  t: "trouble", f: "fates", w: "past", l: "link", p: "presenter", c: "caption", d: "look", g: "gallery", "?": "help", Escape: "close" };

/** Calls the act of a key, unless a field is being filled in. */
export function listen(acts) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, select, textarea")) return;
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    const act = digit ? () => acts.number(digit) : acts[NAMED[event.key]];
    if (act && act() !== false) event.preventDefault();
  });
}

export function help(close) {
  return h("dialog", { class: "help", open: true, "aria-label": "keys" },
    h("h2", {}, "Keys"),
    h("dl", {}, KEYS.map(([key, what]) => [h("dt", {}, key.split(" ").map((each) => h("kbd", {}, each))), h("dd", {}, what)])),
    h("p", { class: "soft" }, "Click an envelope to deliver it. What is grey cannot happen: click it to read why."),
    h("button", { class: "first", onclick: close }, "Close"));
}
