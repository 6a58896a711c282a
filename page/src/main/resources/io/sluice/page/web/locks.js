// The locks of a cluster: its members and views, which requests hold what, and which wait.
import { h, show, isPressed } from "./dom.js";
import { shared, send, follow, bar, tile, number } from "./live.js";

const page = document.getElementById("page");
const app = { now: null, ended: false, sure: null };

function time(millis) {
  if (millis < 10 && !Number.isInteger(millis)) return `${millis.toFixed(2)} ms`;
  if (millis < 1000) return `${Math.round(millis)} ms`;
  if (millis < 100_000) return `${(millis / 1000).toFixed(1)} s`;
  const minutes = Math.floor(millis / 60_000);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function draw() {
  const { now } = app;
  if (!now || isPressed()) return;
  const holders = now.locks.reduce((sum, lock) => sum + lock.holders.length, 0);
  const waiters = now.locks.reduce((sum, lock) => sum + lock.waiters.length, 0);
  show(page, h("main", { class: "live-page" },
    bar(now.cluster, app.ended ? "ended" : `view ${now.view}`, "locks.html", draw),
    h("section", { class: "counts", "aria-label": "counts" },
      tile(number(now.members.length), "members"), tile(number(now.locks.length), "locks in use"),
      tile(number(holders), "held"), tile(number(waiters), "waiting")),
    now.omitted > 0 && h("p", { class: "soft" }, `${number(now.omitted)} requests are left out: a member has more than an answer holds.`),
    h("div", { class: "around" },
      h("section", { "aria-label": "locks" },
        now.locks.length === 0 ? h("p", { class: "free" }, "No lock is held or waited for.") : now.locks.map(card)),
      side(now))));
}

function card(lock) {
  return h("article", { class: "lock" },
    h("header", {}, h("h2", {}, lock.name), h("span", { class: "soft code" }, lock.algorithm),
      spread("hand-over", lock.handOvers, "from a release to the grant of a request that waited"),
      spread("waited", lock.waited, "from the request to the grant, of grants that were seen here")),
    h("table", {},
      h("thead", {}, h("tr", {},
        ["state", "member", "thread", "for", "fence"].map((name) => h("th", { scope: "col" }, name)), h("td", {}))),
      h("tbody", {},
        lock.holders.map((each) => row(lock, each, true)), lock.waiters.map((each) => row(lock, each, false)))));
}

const spread = (name, times, title) => times
  && h("span", { class: "soft spread", title: `${title}; the latest ${times.number}` }, `${name} p50 ${time(times.p50)} · p99 ${time(times.p99)}`);

function row(lock, request, held) {
  const room = request.room ? ` · ${request.room}` : "";
  return h("tr", {},
    h("td", {}, h("span", { class: "badge " + (held ? "held" : "waits") }, (held ? "holds" : "waits") + room)),
    h("td", { title: request.member }, request.member), h("td", { title: request.thread }, request.thread), h("td", {}, time(request.millis)),
    h("td", { class: "code" }, request.fence || ""),
    h("td", {}, held && shared.token && !app.ended && force(lock, request)));
}

/** Takes two clicks, since the holder may still rely on the lock. */
function force(lock, request) {
  const key = `${lock.name} ${request.fence}`;
  const sure = app.sure === key;
  return h("button", { "data-key": "force-" + key, title: "the holder loses the lock; the next one has a higher fence",
    onclick: async () => {
      app.sure = sure ? null : key;
      if (sure) {
        const said = await send("api/release", { lock: lock.name, fence: request.fence });
        if (said.released === 0) shared.note = "It was not held any more.";
      }
      draw();
    } }, sure ? "Really take it away?" : "Release");
}

function side(now) {
  return h("aside", { class: "side" },
    h("h2", {}, "Members"),
    h("ol", { "aria-label": "members" }, now.members.map((name) => {
      const silent = now.silent.includes(name);
      return h("li", { class: silent ? "silent" : "" }, name, silent && " does not answer");
    })),
    h("h2", {}, "Views"),
    h("ol", { "aria-label": "views" }, [...now.views].reverse().map((view, k, all) =>
      h("li", {}, h("span", { class: "soft" }, new Date(view.at).toLocaleTimeString("en-GB") + " "), `${view.number}: `, change(view, all[k + 1])))));
}

function change(view, before) {
  if (!before) return `${view.members.length} members`;
  const came = view.members.filter((name) => !before.members.includes(name)).map((name) => "+ " + name);
  const went = before.members.filter((name) => !view.members.includes(name)).map((name) => "− " + name);
  return [...came, ...went].join(", ") || "the same members";
}

follow("api/locks", (sample) => { if (sample.ended) app.ended = true; else app.now = sample; }, draw);
