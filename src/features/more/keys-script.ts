/** Browser code for keyboard shortcuts: one key per action, ignored while typing and when turned off. */
export const keysScript = String.raw`"use strict";
const OFF = "keys off";
const off = () => { try { return localStorage.getItem(OFF) === "1"; } catch { return false; } };

const choice = document.getElementById("keys-on");
if (choice) {
  document.getElementById("keys-off").hidden = false;
  choice.checked = !off();
  choice.addEventListener("change", () => { try { localStorage.setItem(OFF, choice.checked ? "0" : "1"); } catch { choice.checked = true; } });
}

const rows = () => [...document.querySelectorAll("main tbody tr, main ul.rows > li")].filter((one) => shown(one) && one.querySelector("a, button, input, summary"));
const here = () => rows().findIndex((one) => one.contains(document.activeElement));
const shown = (one) => one.getClientRects().length > 0;
const first = (row, of) => [...row.querySelectorAll(of)].find(shown);
// Its link comes first, so that Enter opens the row.
const into = (row) => { const at = row && (first(row, "a") ?? first(row, "button, summary, input")); at?.focus(); at?.scrollIntoView({ block: "nearest" }); };
const WATCHED = /^\/(creators|rankings|hashtags|shops|item-lists|records|alerts)\/\w+$/;
const press = (name) => {
  const one = [...document.querySelectorAll("main [data-key=" + name + "]")].find(shown);
  // In a list, the page of the row has it.
  if (!one) { const link = first(rows()[here()] ?? document.createElement("p"), "a"); if (!link || !WATCHED.test(link.pathname)) return false; location.href = link.href.split("#")[0] + "#key-" + name; return true; }
  if (one.matches("details")) { one.open = true; one.querySelector("summary").focus(); } else if (one.matches("button, a")) one.click(); else { one.scrollIntoView({ block: "start" }); (one.querySelector("input, select, textarea, button") ?? one).focus(); }
  return true;
};
const asked = /^#key-(edit|snooze)$/.exec(location.hash);
if (asked) press(asked[1]);

let going = 0;
const acts = {
  "/": () => { const field = document.querySelector(".find input:is(main *), .rail .find input"); if (!field || field.offsetParent === null) { location.href = "/search"; return; } field.focus(); field.select(); },
  // What is selected or typed on this page stays.
  "?": () => { if (document.querySelector("input[name=id]:checked")) open("/keys", "_blank", "noopener"); else location.href = "/keys"; },
  j: () => into(rows()[here() + 1]),
  k: () => into(rows()[Math.max(0, here() - 1)]),
  x: () => { const row = rows()[here()]; row?.querySelector("input[type=checkbox]")?.click(); },
  e: () => press("edit"),
  s: () => press("snooze"),
  z: () => { const undo = document.querySelector("#toast form, .undo-line form"); if (!undo) return false; undo.requestSubmit(); },
  g: () => { going = Date.now(); },
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || off()) return;
  if (event.target.closest("input:not([type=checkbox]), select, textarea, [contenteditable]")) { if (event.key === "Escape") event.target.blur(); return; }
  if (Date.now() - going < 1500) {
    going = 0;
    const place = document.querySelector('.rail [data-go="' + CSS.escape(event.key) + '"]');
    if (place) { event.preventDefault(); location.href = place.href; return; }
  }
  const act = acts[event.key];
  if (act && act() !== false) event.preventDefault();
});
`;
