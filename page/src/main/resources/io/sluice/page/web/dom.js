// Makes elements. Texts are always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false && child !== "") element.append(child);
  }
  return element;
}

export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** Replaces what is in an element, and keeps the focus on the element with the same data-key. */
export function show(parent, ...children) {
  const focused = document.activeElement?.closest?.("[data-key]")?.dataset.key;
  parent.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (focused && (document.activeElement === document.body || !document.activeElement)) {
    parent.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }
}

let pressed = false;
addEventListener("pointerdown", () => { pressed = true; }, true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => setTimeout(() => { pressed = false; }), true);
}

/** Whether the pointer is down: an element that is replaced now would not be clicked. */
export function isPressed() {
  return pressed;
}

/** Moves an element: positions are not known to the style sheet. */
export function place(element, values) {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(name, value);
  return element;
}

/** The glyph of a fate: each has a shape of its own, so that colour is not needed. */
export const FATES = {
  safe: { glyph: "○", words: "safe: no error can follow" },
  open: { glyph: "◆", words: "open: an error can follow, and can be avoided" },
  doomed: { glyph: "▲", words: "doomed: an error follows whatever happens" },
  trouble: { glyph: "✕", words: "here is the error" },
};

export function fateMark(fate) {
  if (!fate) return null;
  return h("span", { class: "fate " + fate, title: FATES[fate].words, "aria-label": fate }, FATES[fate].glyph);
}
