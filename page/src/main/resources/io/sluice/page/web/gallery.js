// The first screen: what this is, something to try at once, and everything else.
import { h, fateMark } from "./dom.js";

const LEGEND = [["safe", "no error can follow"], ["open", "one can follow"], ["doomed", "one must follow"], ["trouble", "here it is"]];

export function gallery(data, options) {
  return h("main", { class: "gallery" },
    h("header", {},
      h("h1", {}, "You are the network."),
      h("p", { class: "lead" },
        "Processes run a protocol. You decide which message arrives next. ",
        "Every world is judged at once, and every choice shows what it leads to:"),
      h("ul", { class: "legend" }, LEGEND.map(([fate, words]) => h("li", {}, fateMark(fate), words)))),
    h("h2", {}, "Break one of these, in as few choices as par"),
    h("div", { class: "pieces" }, data.pieces.map((piece) => card(piece, options))),
    h("div", { class: "more" }, form(data, options), opener(options)));
}

function card(piece, options) {
  return h("button", { class: "piece", "data-query": piece.query, onclick: () => options.open(piece.query, piece.par) },
    h("strong", {}, piece.title),
    h("span", {}, piece.text),
    h("span", { class: "soft code" }, name(piece.query), piece.par > 0 ? ` · par ${piece.par}` : " · cannot be broken"));
}

const name = (query) => new URLSearchParams(query).get("p");

function form(data, options) {
  const protocol = h("select", { id: "protocol" }, families(data.protocols));
  const size = h("input", { id: "size", size: 6, value: "" , placeholder: "usual" });
  const entries = h("select", { id: "entries" }, ["1", "2", "3", "unbounded"].map((value) => h("option", {}, value)));
  const fifo = h("input", { type: "checkbox", id: "fifo", checked: true });
  const fault = (id) => h("input", { id, type: "number", min: 0, max: 9, value: 0 });
  const faults = ["losses", "duplicates", "crashes", "withdrawals"].map((id) => [id, fault(id)]);
  const submit = (event) => {
    event.preventDefault();
    const query = new URLSearchParams({ p: protocol.value, entries: entries.value });
    if (size.value.includes("x")) query.set("groups", size.value);
    else if (size.value) query.set("nodes", size.value);
    if (!fifo.checked) query.set("fifo", "no");
    faults.forEach(([id, input]) => { if (Number(input.value) > 0) query.set(id, input.value); });
    options.open(query.toString(), 0);
  };
  return h("form", { onsubmit: submit },
    h("h2", {}, "Any protocol, any scope"),
    h("div", { class: "fields" },
      h("label", { class: "wide" }, "protocol", protocol),
      h("label", { class: "half" }, "size, as 3 or 2x2", size),
      h("label", { class: "half" }, "entries each", entries),
      faults.map(([id, input]) => h("label", {}, id, input)),
      h("label", { class: "check" }, fifo, "channels keep the order"),
      h("button", { class: "first", type: "submit" }, "Open")));
}

function families(protocols) {
  const groups = new Map();
  for (const each of protocols) {
    if (!groups.has(each.family)) groups.set(each.family, []);
    groups.get(each.family).push(each);
  }
  return [...groups].map(([family, members]) =>
    h("optgroup", { label: family }, members.map((each) =>
      h("option", { value: each.name }, each.name + (each.flaw ? " ✕" : "")))));
}

function opener(options) {
  const input = h("input", { type: "file", id: "trace", multiple: true,
    onchange: async () => {
      // Recordings of several nodes may follow each other in one text.
      const texts = await Promise.all([...input.files].map((file) => file.text()));
      if (texts.length > 0) options.trace(texts.join("\n"));
    } });
  return h("section", {},
    h("h2", {}, "A trace, or recordings"),
    h("label", {}, h("span", {}, "A file of ", h("code", {}, "check --trace"), " or ", h("code", {}, "simulate --trace"), ", or files of nodes that ",
      h("code", {}, "--record"), ": "), input));
}
