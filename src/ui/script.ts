/**
 * Browser code of every page, all of which work without it. It reports the reader's time zone, suggests zones, copies links, keeps parts marked with
 * `data-live` up to date, removes a toast and offers to undo that have ended, and keeps a form from being sent twice.
 */
export const script = String.raw`"use strict";
const TOAST_MS = 10000;

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const knewZone = document.documentElement.dataset.zone === zone;
if (!knewZone && zone) document.cookie = "zone=" + encodeURIComponent(zone) + "; path=/; max-age=31536000; samesite=lax" + (location.protocol === "https:" ? "; secure" : "");

const parts = () => [...document.querySelectorAll("[data-live]")];
// What tells one drawing of a form from others is another with each.
const textOf = (part) => part.outerHTML.replaceAll(/ name="once" value="[^"]*"/g, "");
const texts = new Map(parts().map((part) => [part.id, textOf(part)]));
let version = document.documentElement.dataset.version;
const focusable = (part) => [...part.querySelectorAll("a, button, summary, input, select, textarea")];

function typing(part) {
  const at = document.activeElement;
  if (part.contains(at) && at.matches("input, select, textarea")) return true;
  return [...part.querySelectorAll("input, select, textarea")].some((one) => one.value !== one.defaultValue && one.type !== "hidden" && one.tagName !== "SELECT");
}

function swap(part, fresh) {
  if (texts.get(part.id) === textOf(fresh) || typing(part)) return;
  texts.set(part.id, textOf(fresh));
  const focused = focusable(part).indexOf(document.activeElement);
  const open = [...part.querySelectorAll("details")].map((one) => one.open);
  part.replaceWith(fresh);
  fresh.querySelectorAll("details").forEach((one, index) => { if (open[index]) one.open = true; });
  if (focused >= 0) focusable(fresh)[focused]?.focus({ preventScroll: true });
}

const stale = document.getElementById("stale");
let goodAt = Date.now();

function late() {
  document.body.classList.add("late");
  if (stale) { stale.hidden = false; stale.querySelector("span").textContent = new Date(goodAt).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }); }
}

function onTime() {
  goodAt = Date.now();
  document.body.classList.remove("late");
  if (stale) stale.hidden = true;
}

async function refresh() {
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html", ...(version ? { "x-version": version } : {}) }, redirect: "manual", signal: AbortSignal.timeout(8000) });
    if (!answer.ok) return late();
    if (answer.status === 204) return onTime();
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    version = fresh.documentElement.dataset.version;
    const heading = document.title;
    for (const part of parts()) { const other = fresh.getElementById(part.id); if (other) swap(part, document.adoptNode(other)); }
    document.title = fresh.title;
    onTime();
    const told = document.getElementById("told");
    if (told && heading !== fresh.title) told.textContent = fresh.title.split(" · ")[0];
  } catch { late(); }
}

if (parts().length > 0 && !("still" in document.documentElement.dataset)) {
  const again = () => { if (document.visibilityState === "visible") refresh(); };
  setInterval(again, Number(document.documentElement.dataset.every) * 1000);
  document.addEventListener("visibilitychange", again);
  document.documentElement.classList.add("by-itself");
  if (!knewZone) refresh();
}

document.addEventListener("focusin", ({ target }) => {
  if (!target.matches("input[data-zones]") || !Intl.supportedValuesOf) return;
  target.select();
  if (target.list.childElementCount < 50) target.list.replaceChildren(...[...new Set([...[...target.list.options].map(({ value }) => value), ...Intl.supportedValuesOf("timeZone")])].map((one) => new Option(one.slice(one.lastIndexOf("/") + 1).replaceAll("_", " "), one)));
});

const words = document.documentElement.dataset;
for (const field of document.querySelectorAll("input[data-copy]")) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "btn", textContent: words.copy, ariaLabel: words.copyWhat.replace("{what}", () => field.labels[0]?.textContent ?? "") });
  field.parentNode.classList.add("copying");
  field.after(button);
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    field.select();
    try { await navigator.clipboard.writeText(field.value); button.textContent = words.copied; } catch { button.textContent = words.press; }
    const told = document.getElementById("told");
    if (told) told.textContent = button.textContent;
    setTimeout(() => { button.textContent = words.copy; }, 3000);
  });
}

const toast = document.getElementById("toast");
const endOffers = () => { for (const one of document.querySelectorAll("[data-ends]")) setTimeout(() => one.remove(), Number(one.dataset.ends)); };
endOffers();
if (toast) setTimeout(() => {
  if (toast.matches(":hover, :focus-within")) return;
  toast.remove();
  const offer = document.getElementById("after-toast");
  if (offer) { offer.replaceWith(offer.content); endOffers(); }
}, TOAST_MS);

document.addEventListener("submit", (event) => {
  if (event.target.dataset.sent) return event.preventDefault();
  event.target.dataset.sent = "1";
  const button = event.submitter;
  if (button?.dataset.busy) button.textContent = button.dataset.busy;
  button?.setAttribute("aria-busy", "true");
});
// Enter in a row's checkbox would press the first button of its form.
document.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.matches?.(".tick")) event.preventDefault(); });
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
`;
