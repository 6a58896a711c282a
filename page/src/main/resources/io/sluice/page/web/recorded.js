// Recordings of live nodes: the list of their runs, and the panel beside a run. Nothing can be chosen: it has happened.
import { h } from "./dom.js";

const many = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

/** The runs that were recorded, one for each lock and view. */
export function recordings(data, options) {
  return h("main", { class: "gallery recordings" },
    h("header", {},
      h("h1", {}, "Recorded runs"),
      h("p", { class: "lead" },
        "What live nodes did, merged into one order in which every message is sent before it arrives. ",
        "Each lock starts its protocol again in each view, so each is a run of its own.")),
    h("table", {},
      h("thead", {}, h("tr", {}, ["lock", "view", "members", "protocol", "from, UTC", "events", "entries", "verdict"].map((name) => h("th", {}, name)))),
      h("tbody", {}, data.runs.map((run) => row(run, options)))),
    data.runs.some((run) => run.notes.length > 0) && h("section", { class: "notes" },
      h("h2", {}, "Not recorded"),
      h("ul", {}, [...new Set(data.runs.flatMap((run) => run.notes))].map((note) => h("li", {}, note + ".")))),
    data.unreadable.length > 0 && h("section", { class: "notes" },
      h("h2", {}, "Cannot be shown"),
      h("ul", {}, data.unreadable.map((why) => h("li", {}, why + ".")))));
}

function row(run, options) {
  return h("tr", {},
    h("td", {}, h("button", { class: "run", "data-key": "run-" + run.run, onclick: () => options.open(run) }, run.lock)),
    h("td", { class: "number" }, String(run.view)),
    h("td", {}, run.members.join(", ")),
    h("td", { class: "code" }, run.protocol),
    h("td", { class: "code" }, run.from),
    h("td", { class: "number" }, run.events.toLocaleString("en")),
    h("td", { class: "number" }, run.entries.toLocaleString("en")),
    h("td", { class: run.what ? "wrong" : "" }, run.what ? "✕ " + run.what : "no error" + (run.notes.length > 0 ? ", as far as recorded" : "")));
}

/** Beside the stage: what is wrong here, what came next, and what was not recorded. */
export function recordedPanel(model, options) {
  const { recorded } = model;
  const world = model.current.world;
  const wrong = world.verdict.word !== "ok";
  const next = world.choices[0];
  return [
    h("section", { class: "verdict" + (wrong ? " wrong" : ""), "aria-live": "polite" },
      h("strong", {}, wrong ? "✕ " + world.verdict.what : "No error in this world"),
      h("p", {}, recorded.what
        ? ["First error of the run: step " + recorded.wrongAt + ". ", h("button", { "data-key": "wrong", onclick: () => options.jump(recorded.wrongAt) }, "Go there")]
        : `No error in the ${many(recorded.events, "recorded event")}.`)),
    h("h2", { id: "next" }, next ? "What happened next" : recorded.part + 1 < recorded.parts ? "The next part goes on" : "Nothing more is recorded"),
    next && h("button", { class: "choice", "data-key": "list-next", onclick: options.forward },
      h("kbd", {}, "→"), h("span", {}, next.words, h("br", {}), h("span", { class: "soft" }, next.at + " UTC"))),
    recorded.parts > 1 && h("div", { class: "parts" },
      h("button", { "data-key": "part-before", "aria-disabled": recorded.part === 0 ? "true" : undefined, onclick: () => recorded.part > 0 && options.part(recorded.part - 1) }, "Part before"),
      h("span", { class: "soft" }, `part ${recorded.part + 1} of ${recorded.parts}`),
      h("button", { "data-key": "part-next", "aria-disabled": recorded.part + 1 === recorded.parts ? "true" : undefined, onclick: () => recorded.part + 1 < recorded.parts && options.part(recorded.part + 1) }, "Next part")),
    h("section", { class: "notes" },
      h("h3", {}, recorded.notes.length > 0 ? "Not recorded" : "Complete"),
      recorded.notes.length > 0
        ? h("ul", {}, recorded.notes.map((note) => h("li", {}, note + ".")))
        : h("p", {}, `All ${many(recorded.members.length, "member")} of the view recorded it.`)),
  ];
}
