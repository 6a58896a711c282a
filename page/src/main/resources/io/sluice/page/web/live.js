// What the views of running systems share: the token, sending, following, and the bar above.
import { h } from "./dom.js";
import { look, otherLook, remember, remembered } from "./look.js";

const NAMES = { "pipeline.html": "Pipeline", "locks.html": "Locks" };
export const shared = { token: null, note: "", frames: [] };

/** Sends a change; only with the token of the printed link. */
export async function send(path, body) {
  const answer = await fetch(path, { method: "POST", body: JSON.stringify(body), headers: { "X-Sluice-Token": shared.token || "" } });
  const said = await answer.json();
  shared.note = answer.ok ? "" : said.error;
  return said;
}

/** Follows the events of a path, and draws at most once a frame. */
export function follow(path, take, draw) {
  look();
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) remember("token", token);
  shared.token = remembered("token") || token;
  fetch("api/views").then((answer) => answer.json()).then(({ frames }) => { shared.frames = frames; });
  const events = new EventSource(path);
  let due = false;
  let ended = false;
  const soon = () => { if (!due) { due = true; requestAnimationFrame(() => { due = false; draw(); }); } };
  events.onmessage = (message) => {
    const sample = JSON.parse(message.data);
    if (sample.ended) { ended = true; events.close(); }
    take(sample);
    soon();
  };
  events.onerror = () => {
    if (ended) return;
    ended = true;
    events.close();
    shared.note = "The server of this page is gone.";
    take({ ended: true });
    soon();
  };
}

/** The bar above a view: what is shown, other views, and what the view adds. */
export function bar(title, state, here, draw, ...more) {
  return h("header", { class: "bar" },
    h("h1", {}, title), h("span", { class: "soft state" }, state),
    shared.frames.length > 1 && h("nav", { "aria-label": "views" }, shared.frames.map((frame) =>
      h("a", { href: frame, "aria-current": frame === here ? "page" : null }, NAMES[frame]))),
    h("span", { class: "note", role: "status" }, shared.note),
    more,
    h("button", { "data-key": "look", title: "dark or light", "aria-label": "dark or light", onclick: () => { otherLook(); draw(); } }, "◐"));
}

export const number = (value) => Math.round(value).toLocaleString("en");

export const tile = (value, name, kind) =>
  h("div", { class: "tile " + (kind || "") }, h("strong", {}, value), h("span", {}, name));
