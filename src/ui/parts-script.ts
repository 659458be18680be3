/**
 * Browser code for forms with a live preview. It sends the fields as they are typed, replaces the parts that come back,
 * inserts placeholders at the caret and warns about unsaved changes. What a page is opened with is drawn at once
 * (`data-first`).
 */
export const partsScript = String.raw`"use strict";
const WAIT_MS = 350;

const bodyOf = (form) => new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));

async function draw(form, path, signal) {
  const answer = await fetch(path, { method: "POST", body: bodyOf(form), headers: { "x-part": "1" }, redirect: "manual", signal });
  if (!answer.ok) return false;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement?.id;
  for (const part of [...fresh.body.children]) document.getElementById(part.id)?.replaceWith(document.adoptNode(part));
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
  return true;
}

const nameOf = (one) => (one.closest("fieldset")?.querySelector("legend") ?? one.closest(".field, section")?.querySelector("label, .lab"))?.textContent.trim() ?? "";
const inSentence = (name) => document.documentElement.lang === "en" ? name.toLowerCase() : name;
const isOther = (one) => (one.type === "checkbox" || one.type === "radio" ? one.checked !== one.defaultChecked
  : one.tagName === "SELECT" ? [...one.options].some((option) => option.selected !== option.defaultSelected) && ![...one.options].every((option) => !option.defaultSelected && option.selected === (option === one.options[0]))
  : one.value !== one.defaultValue);

function sayUnsaved(form) {
  const place = form.querySelector("[data-unsaved]");
  if (!place) return;
  place.dataset.usual ??= place.textContent;
  const names = [...new Set([...form.elements].filter((one) => one.name && one.type !== "hidden" && isOther(one)).map((one) => inSentence(nameOf(one))))].filter(Boolean);
  place.textContent = names.length === 0 ? place.dataset.usual : place.dataset.unsaved.replace("{fields}", () => names.join(", "));
}

function sortTemplates(form) {
  const [told, untold] = [form.querySelector("[data-told]"), form.querySelector("[data-untold]")];
  if (!told || !untold) return;
  const chosen = [...form.querySelectorAll("[name=events]:checked")].map(({ value }) => value);
  const isTold = ({ type, byName }) => chosen.some((one) => one === type || (byName === undefined && (one === "*" || (one.endsWith(".*") && type.startsWith(one.slice(0, -1))))));
  for (const one of form.querySelectorAll("[data-type]")) { const place = isTold(one.dataset) ? told : untold; if (one.parentNode !== place) place.append(one); }
}

for (const form of document.querySelectorAll("form[data-parts]")) {
  let timer;
  let under;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      under?.abort();
      under = new AbortController();
      draw(form, form.dataset.parts, under.signal).catch(() => {});
    }, WAIT_MS);
    sayUnsaved(form);
  };
  form.addEventListener("input", (event) => { if (event.target.name === "events") sortTemplates(form); later(); });
  form.addEventListener("reset", () => setTimeout(() => { sortTemplates(form); later(); }));
  form.addEventListener("click", (event) => {
    const put = event.target.closest("[data-put]");
    if (!put) return;
    const field = put.closest(".tpl").querySelector("textarea");
    field.setRangeText(put.dataset.put, field.selectionStart, field.selectionEnd, "end");
    field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

const first = new AbortController();
const place = document.querySelector("form [data-first]");
if (place) draw(place.closest("form"), place.dataset.first, first.signal).catch(() => {});

function redraw(form, button) {
  first.abort();
  const words = button.innerHTML;
  if (button.dataset.busy) button.textContent = button.dataset.busy;
  button.setAttribute("aria-busy", "true");
  const done = () => { button.innerHTML = words; button.removeAttribute("aria-busy"); };
  draw(form, button.getAttribute("formaction"), undefined).then((drawn) => { done(); if (!drawn) { button.removeAttribute("data-draws"); button.click(); } }, done);
}

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button?.dataset.draws) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  redraw(event.target, button);
}, true);

document.addEventListener("change", ({ target }) => {
  const button = target.matches("[data-redraws]") && target.form?.querySelector("[data-draws]");
  if (button) redraw(target.form, button);
});
`;
