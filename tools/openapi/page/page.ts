import { html, raw } from "hono/html";
import { problemSorts, problemTypes } from "../../../src/http/problem.ts";
import { problemWords } from "../problem-words.ts";
import { byTag, type Displayed, type Placed, schemaAt } from "./document.ts";
import { operationSection, prose } from "./operation.ts";
import { fieldList } from "./schema.ts";
import { ORIGIN } from "./curl.ts";

/**
 * The page's script. It sends the forms with the token that was entered, which it stores nowhere, and filters
 * operations.
 */
const script = `
const token = document.getElementById("token");
const filter = document.getElementById("filter");

filter.addEventListener("input", () => {
  const wanted = filter.value.trim().toLowerCase();
  for (const section of document.querySelectorAll(".operation")) {
    const shown = section.textContent.toLowerCase().includes(wanted);
    section.hidden = !shown;
    document.querySelector('nav a[href="#' + section.id + '"]').hidden = !shown;
  }
  for (const group of document.querySelectorAll("main .group, nav .group")) {
    group.hidden = !group.querySelector(".operation:not([hidden]), a:not([hidden])");
  }
});

for (const box of document.querySelectorAll(".curl")) {
  const line = box.querySelector("code");
  line.textContent = line.textContent.replace("${ORIGIN}", location.origin);
  box.querySelector("button").addEventListener("click", async (event) => {
    await navigator.clipboard?.writeText(line.textContent).then(
      () => (event.target.textContent = "Copied"),
      () => getSelection().selectAllChildren(line),
    );
    setTimeout(() => (event.target.textContent = "Copy"), 2000);
  });
}

function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = {};
  for (const input of form.querySelectorAll("input")) {
    if (input.dataset.in === "path") path = path.replace("{" + input.name + "}", encodeURIComponent(input.value));
    else if (input.value === "") continue;
    else if (input.dataset.in === "header") headers[input.name] = input.value;
    else query.set(input.name, input.value);
  }
  if (token.value !== "") headers.authorization = "Bearer " + token.value.trim();
  const body = form.elements.body?.value;
  if (body !== undefined) headers["content-type"] = "application/json";
  return [path + (query.size ? "?" + query : ""), { method: form.dataset.method, headers, body, credentials: "omit" }];
}

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const output = form.querySelector("output");
  const button = form.querySelector("button");
  const [address, init] = requestOf(form);
  button.disabled = true;
  output.textContent = init.method + " " + address + " …";
  const began = performance.now();
  try {
    const response = await fetch(address, init);
    const text = await response.text();
    const took = Math.round(performance.now() - began) + " ms";
    const where = response.headers.get("location");
    const head = [init.method + " " + address, response.status + " " + response.statusText + " · " + took];
    if (where) head.push("Location: " + where);
    output.textContent = head.join("\\n") + (text === "" ? "" : "\\n\\n" + pretty(text));
  } catch (thrown) {
    output.textContent = String(thrown);
  }
  button.disabled = false;
});
`;

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%2317181c'/%3E%3Ccircle cx='16' cy='16' r='8' fill='%23ff3b30'/%3E%3C/svg%3E";

/** A page to read the document and try operations: a single file that loads nothing except their answers. */
export const pageText = async (document: Displayed): Promise<string> => squeezed((await pageOf(document)).toString());

/** Removes insignificant whitespace between tags. */
const squeezed = (page: string): string =>
  page
    .split(/(<(?:textarea|pre|script|style)\b[\s\S]*?<\/(?:textarea|pre|script|style)>)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\s*\n\s*/g, "\n")))
    .join("");

const navLink = ({ method, path, operation }: Placed) =>
  html`<a href="#${operation.operationId}" title="${operation.summary}"
    ><span class="method ${method}">${method.toUpperCase()}</span><span>${path.replace(/^\/v1/, "")}</span></a
  >`;

const pageOf = (document: Displayed) => {
  const groups = [...byTag(document)];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.info.title} API</title>
        <link rel="icon" href="${raw(icon)}" />
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <header class="top">
          <span class="lamp" aria-hidden="true"></span>
          <h1>${document.info.title}</h1>
          <span class="sub">API · <a href="/openapi.json">openapi.json</a></span>
          <label class="token" for="token"
            >Token <input id="token" type="password" autocomplete="off" placeholder="kept on this page only"
          /></label>
        </header>
        <div class="page">
          <nav aria-label="Operations">
            <input id="filter" type="search" placeholder="Filter" aria-label="Filter operations" autocomplete="off" />
            ${groups.map(
              ([tag, all]) =>
                html`<div class="group">
                  <h2>${tag}</h2>
                  ${all.map(navLink)}
                </div>`,
            )}
            ${webhookLinks(document)}
          </nav>
          <main>
            <div class="intro">${prose(document.info.description)}</div>
            ${groups.map(
              ([tag, all]) =>
                html`<div class="group">
                  <h2>${tag}</h2>
                  <div class="prose">${prose(document.tags?.find(({ name }) => name === tag)?.description)}</div>
                  ${all.map((one) => operationSection(one, document))}
                </div>`,
            )}
            ${webhookGroup(document)}
            <h2>Problems</h2>
            <section class="schema">
              ${problemSorts.map((sort) => {
                const { status, title } = problemTypes[sort];
                const { meaning, advice } = problemWords[sort];
                return html`<h3 id="problem-${sort}">${status} ${title}</h3>
                  ${prose(`${meaning}\n\n${advice}`)}`;
              })}
            </section>
            <h2>Schemas</h2>
            ${Object.entries(document.components?.schemas ?? {}).map(
              ([name, schema]) =>
                html`<section class="schema" id="${name}">
                  <h3>${name}</h3>
                  ${prose(schema.description)} ${fieldList(schema, document)}
                </section>`,
            )}
          </main>
        </div>
        <script>
          ${raw(script)};
        </script>
      </body>
    </html>`;
};

const all = ({ webhooks = {} }: Displayed) => Object.entries(webhooks).map(([type, { post }]) => ({ type, ...post }));

/** Links to the event types, for the navigation. */
const webhookLinks = (document: Displayed) =>
  html`<div class="group">
    <h2>Webhooks</h2>
    ${all(document).map(
      ({ type, operationId, summary }) => html`<a href="#${operationId}" title="${summary}"><span>${type}</span></a>`,
    )}
  </div>`;

/** All event types with the fields of their data. The rest of the body is the same for all. */
const webhookGroup = (document: Displayed) =>
  html`<div class="group">
    <h2>Webhooks</h2>
    <div class="prose">
      ${prose("What a `webhook` channel sends, signed: `{type, timestamp, data}` with the event as `data`. Each type's own `data.data`:")}
    </div>
    ${all(document).map(({ type, operationId, summary, requestBody }) => {
      const message = schemaAt(requestBody?.content["application/json"]?.schema, document);
      const event = schemaAt(message?.properties?.["data"], document);
      const data = schemaAt(event?.properties?.["data"], document);
      return html`<section class="operation" id="${operationId}">
        <h3><code class="path">${type}</code></h3>
        <p class="summary">${summary}.</p>
        ${data === undefined ? "" : fieldList(data, document)}
      </section>`;
    })}
  </div>`;

/** The style of the page, light or dark as the reader's system is set. */
const style = `
:root { color-scheme: light dark; --paper: #fbfaf8; --card: #fff; --ink: #1c1d21; --soft: #686a73; --line: #e4e2dd; --lamp: #d3281f; --code: #f3f1ec;
  --get: #1a62ba; --post: #126c34; --patch: #8a4f00; --delete: #b3241c; }
@media (prefers-color-scheme: dark) { :root { --paper: #0e0f12; --card: #15161a; --ink: #e8e9ec; --soft: #92959f; --line: #272930; --lamp: #ff453a; --code: #1d1f25;
  --get: #6cb0ff; --post: #5fd38a; --patch: #f0b35a; --delete: #ff7d74; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 84px; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 "Inter", "Segoe UI", system-ui, -apple-system, "Noto Sans", sans-serif; }
h1, h2, h3, h4, p, ul { margin: 0; padding: 0; }
code, textarea, output, .type { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, monospace; font-size: .87em; }
a { color: inherit; text-decoration: none; }
:focus-visible { outline: 2px solid var(--lamp); outline-offset: 2px; border-radius: 4px; }
.top { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; align-items: center; gap: 10px 14px; padding: 13px 26px; background: var(--paper); border-bottom: 1px solid var(--line); }
.lamp { width: 17px; height: 17px; border-radius: 50%; background: radial-gradient(circle at 35% 30%, #ff9a91, var(--lamp) 62%); box-shadow: 0 0 0 4px color-mix(in srgb, var(--lamp) 16%, transparent), 0 0 18px 2px color-mix(in srgb, var(--lamp) 45%, transparent); }
.top h1 { font-size: 20px; letter-spacing: -.02em; }
.top .sub { color: var(--soft); }
.top .sub a { text-decoration: underline; text-underline-offset: 3px; }
.top .token { margin-left: auto; display: flex; align-items: center; gap: 8px; color: var(--soft); font-size: 13px; }
input, textarea { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 7px 10px; min-width: 0; }
.token input { width: 260px; }
.page { display: grid; grid-template-columns: 270px minmax(0, 860px); gap: 44px; max-width: 1240px; padding: 0 26px; }
nav { position: sticky; top: 62px; align-self: start; max-height: calc(100vh - 62px); overflow-y: auto; padding: 24px 0 40px; scrollbar-width: thin; font-size: 13.5px; }
nav input { width: 100%; margin-bottom: 14px; outline-offset: -2px; }
nav h2 { margin: 16px 0 4px; font-size: 11.5px; letter-spacing: .08em; text-transform: uppercase; color: var(--soft); }
nav a { display: flex; align-items: baseline; gap: 9px; padding: 3.5px 8px; margin: 0 -8px; border-radius: 7px; }
nav a:hover { background: color-mix(in srgb, var(--ink) 6%, transparent); }
nav a .method { width: 46px; flex: none; text-align: right; }
.method { font: 700 10.5px/1 ui-monospace, Menlo, Consolas, monospace; letter-spacing: .04em; }
.method.get { color: var(--get); } .method.post { color: var(--post); } .method.put, .method.patch { color: var(--patch); } .method.delete { color: var(--delete); }
main { padding: 26px 0 90px; }
.intro { color: var(--soft); max-width: 70ch; } .intro p + p { margin-top: 8px; } .group > .prose { margin: -8px 0 14px; }
main h2 { margin: 42px 0 14px; font-size: 25px; letter-spacing: -.025em; }
.operation, .schema { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 20px 24px 18px; margin-bottom: 16px; }
.operation h3, .schema h3 { display: flex; flex-wrap: wrap; align-items: center; gap: 10px; font-weight: 500; }
.operation h3 .method { font-size: 12px; padding: 6px 9px; border-radius: 7px; background: color-mix(in srgb, currentColor 13%, transparent); }
.path { font-size: 15.5px; overflow-wrap: anywhere; }
.path i { font-style: normal; color: var(--lamp); }
.summary { margin-top: 9px; font-weight: 600; }
.prose, .said { color: var(--soft); }
.prose code { background: var(--code); border-radius: 5px; padding: 1px 5px; }
.operation h4 { margin: 17px 0 5px; font-size: 12px; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
.operation h4 small { text-transform: none; letter-spacing: 0; font-weight: 400; }
.fields, .answers { list-style: none; }
.fields li { padding: 3.5px 0; border-top: 1px solid color-mix(in srgb, var(--line) 60%, transparent); }
.fields > li:first-child { border-top: 0; }
.fields .fields, .choice { margin-left: 6px; padding-left: 15px; border-left: 2px solid var(--line); }
.choice + .choice { margin-top: 12px; }
.name { font-weight: 600; } .must { color: var(--lamp); margin-left: 2px; }
.type { color: var(--get); margin-left: 8px; overflow-wrap: anywhere; } .notes { color: var(--soft); font-size: 13px; margin-left: 6px; }
.said { display: block; font-size: 13.5px; }
.answers li { padding: 2px 0; }
.status { display: inline-block; min-width: 32px; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 13px; }
.s2 { color: var(--post); } .s4 { color: var(--patch); } .s5 { color: var(--delete); }
summary { cursor: pointer; }
.try { margin-top: 17px; border-top: 1px solid var(--line); padding-top: 12px; }
.try > summary { font-weight: 600; color: var(--lamp); }
form { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 10px 14px; margin-top: 12px; }
label span { display: block; font-size: 12.5px; color: var(--soft); margin-bottom: 2px; }
label input, textarea { width: 100%; }
.wide, output, form button { grid-column: 1 / -1; }
textarea { resize: vertical; font: 13px/1.5 ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, monospace; }
form button { justify-self: start; font: 600 14px/1 inherit; font-family: inherit; color: #fff; background: #d3281f; border: 0; border-radius: 8px; padding: 10px 20px; cursor: pointer; }
form button:hover { background: #b81f17; }
form button:disabled { opacity: .5; }
output { display: block; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--code); border-radius: 9px; padding: 12px 14px; max-height: 460px; overflow-y: auto; }
pre { margin: 8px 0 4px; padding: 10px 13px; background: var(--code); border-radius: 9px; max-height: 320px; overflow: auto; font: 12.5px/1.5 ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, monospace; }
.curl { display: flex; align-items: flex-start; gap: 10px; margin-top: 14px; } .curl pre { flex: 1; min-width: 0; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
.curl button { font: 600 12.5px/1 inherit; font-family: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: 8px 11px; cursor: pointer; }
output:empty { display: none; }
[hidden] { display: none !important; }
@media (max-width: 860px) { .page { grid-template-columns: minmax(0, 1fr); gap: 0; } nav { position: static; max-height: none; padding-bottom: 0; } nav a, nav h2 { display: none; } .top .token { margin-left: 0; flex: 1 1 100%; } .token input { flex: 1; } .operation { padding: 16px; } html { scroll-padding-top: 120px; } }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
`;
