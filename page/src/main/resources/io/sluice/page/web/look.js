// Dark or light, and what a tab remembers.

export function remember(name, value) {
  try { sessionStorage.setItem(name, value); } catch { /* a file may have no storage */ }
}

export function remembered(name) {
  try { return sessionStorage.getItem(name); } catch { return null; }
}

/** Sets the look that was chosen, or was chosen before, or that the reader's system prefers. */
export function look(chosen) {
  const dark = chosen || remembered("look") || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.look = dark;
  if (chosen) remember("look", chosen);
}

export function otherLook() {
  look(document.documentElement.dataset.look === "dark" ? "light" : "dark");
}
