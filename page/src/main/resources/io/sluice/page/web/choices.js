// The list beside the stage: the verdict of this world, what can happen next, and what cannot.
import { h, fateMark } from "./dom.js";

export function choices(model, options) {
  const world = model.current.world;
  const usual = world.choices.filter((choice) => !choice.optional);
  const faults = world.choices.filter((choice) => choice.optional);
  return [
    verdict(model, options),
    h("h2", { id: "next" }, world.choices.length === 0 ? "Nothing can happen any more" : "What happens next?"),
    h("ol", { class: "choices", "aria-labelledby": "next" }, usual.map((choice, k) => row(choice, k, options))),
    faults.length > 0 && [
      h("h3", {}, "Faults and changes you may add"),
      h("ol", { class: "choices" }, faults.map((choice, k) => row(choice, usual.length + k, options))),
    ],
    refusals(model),
  ];
}

function row(choice, index, options) {
  return h("li", {}, h("button", {
    class: "choice", "data-key": "list-" + choice.token, "data-token": choice.token,
    onclick: () => options.take(choice.token),
  },
    h("kbd", {}, index < 9 ? String(index + 1) : ""),
    options.fates && fateMark(choice.fate),
    h("span", {}, choice.words)));
}

function verdict(model, options) {
  const { world } = model.current;
  const wrong = world.verdict.word !== "ok";
  const stuck = !wrong && world.fate === "trouble" && options.fates;
  const lines = [];
  if (wrong) {
    lines.push(h("strong", {}, "✕ " + title(world.verdict.word)), h("p", {}, capital(world.verdict.what) + "."));
  } else if (stuck) {
    lines.push(h("strong", {}, model.fate.loop ? "✕ Starvation" : "✕ Stuck"),
      h("p", {}, model.fate.loop ? "A process can wait forever between the worlds that follow." : "From here on, some process is never served."));
  } else if (options.fates && world.fate) {
    lines.push(h("strong", {}, fateMark(world.fate), fateTitle(world.fate)), h("p", {}, fateWords(world)));
  } else {
    lines.push(h("strong", {}, "No error in this world"));
    if (!options.fates) lines.push(h("p", {}, "Fates are hidden: press f to see where each choice leads."));
  }
  if (options.fates && (wrong || stuck || world.fate === "doomed")) lines.push(decided(model, options));
  const steps = model.current.depth;
  if (options.par > 0) lines.push(challenge(wrong, steps, options.par));
  return h("section", { class: "verdict " + (wrong || stuck ? "wrong" : options.fates ? world.fate || "" : ""), "aria-live": "polite" }, lines,
    h("div", { class: "buttons" }, trouble(model, options)));
}

/** The choice after the last world from which the error could be avoided. */
function decided(model, options) {
  const path = model.path();
  const at = path.findLastIndex((node) => node.world.fate === "open");
  if (at < 0) return null;
  return h("p", { class: "decided" }, `Choice ${at + 1} decided it: before, the error could be avoided. `,
    h("button", { "data-key": "decided", onclick: () => options.jump(path[at]) }, "Go there"));
}

function challenge(wrong, steps, par) {
  if (!wrong) return h("p", { class: "challenge" }, `Challenge: break it. ${steps} choices so far; par is ${par}.`);
  const how = steps <= par ? "on par: no shorter way exists" : `par is ${par}`;
  return h("p", { class: "challenge" }, `Broken in ${steps} choices, ${how}.`);
}

function title(word) {
  const name = word.startsWith("invariant:") ? `broken: ${word.slice(10)}` : word;
  return capital(name);
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);

const TITLES = { safe: "Safe", open: "Open", doomed: "Doomed" };
const fateTitle = (fate) => TITLES[fate];

function fateWords(world) {
  const choices = world.distance === 1 ? "1 choice" : `${world.distance} choices`;
  if (world.fate === "safe") return "No error can follow from here.";
  if (world.fate === "open") return `An error can follow, ${choices} away at least, and can still be avoided.`;
  return `Whatever you choose, an error follows: ${choices} away at least.`;
}

function trouble(model, options) {
  const { state, worlds } = model.fate;
  if (state === "searching") {
    return h("span", { class: "soft" }, `looking at all worlds … ${(worlds || 0).toLocaleString("en")}`);
  }
  if (state === "many") return h("span", { class: "soft" }, "more than a million worlds: no fates for this scope");
  if (state !== "known" || model.current.world.distance === undefined) return null;
  if (model.current.world.distance === 0) return null;
  return h("button", { "data-key": "trouble", onclick: options.trouble }, "Shortest way to trouble ", h("kbd", {}, "t"));
}

function refusals(model) {
  const list = model.current.world.refusals;
  if (list.length === 0) return null;
  return h("details", { class: "refusals" },
    h("summary", {}, "What cannot happen, and why"),
    h("ul", {}, list.map((refusal) => h("li", {}, sentence(model, refusal)))));
}

function sentence(model, refusal) {
  if (refusal.kind !== "receive") return `${refusal.kind}: ${refusal.why}`;
  const names = model.scope.processes;
  const channel = model.current.world.channels.find((each) => each.from === refusal.peer && each.to === refusal.process);
  return `${channel.messages[refusal.position]} from ${names[refusal.peer].name} to ${names[refusal.process].name}: ${refusal.why}`;
}
