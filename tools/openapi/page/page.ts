import { html, raw } from "hono/html";
import { problemSorts, problemTypes } from "../../../src/http/problem.ts";
import { problemWords } from "../problem-words.ts";
import { byTag, type Displayed, type Placed, schemaAt } from "./document.ts";
import { operationSection, prose } from "./operation.ts";
import { fieldList } from "./schema.ts";
import { script } from "./script.ts";
import { style } from "./style.ts";

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
