/** Browser code of the sliders: shows the value of a slider while it moves, and updates the answer. */
export const planScript = String.raw`"use strict";
const WAIT_MS = 150;
const { lang } = document.documentElement;
const written = (value, { unit }) => unit.replace("{n}", value.toLocaleString(lang));

for (const form of document.querySelectorAll("form[data-plan]")) {
  let timer;
  let under;
  form.querySelector("button")?.closest("p").remove();
  const draw = async () => {
    under?.abort();
    under = new AbortController();
    const path = form.getAttribute("action") + "?" + new URLSearchParams(new FormData(form));
    const answer = await fetch(path, { headers: { "x-part": "1" }, redirect: "manual", signal: under.signal });
    if (!answer.ok) { location.href = path; return; }
    const [part] = new DOMParser().parseFromString(await answer.text(), "text/html").body.children;
    const shown = document.getElementById(part.id);
    const open = shown.querySelector("details[open]") !== null;
    shown.replaceChildren(...document.adoptNode(part).childNodes);
    for (const fold of shown.querySelectorAll("details")) fold.open = open;
    history.replaceState(null, "", path);
  };
  form.addEventListener("input", ({ target }) => {
    const said = form.querySelector('output[for="' + target.id + '"]');
    if (said) said.value = written(Number(target.value), said.dataset);
    clearTimeout(timer);
    timer = setTimeout(() => draw().catch(() => {}), WAIT_MS);
  });
}
`;
