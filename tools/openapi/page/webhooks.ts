import { html } from "hono/html";
import { schemaAt, type Displayed } from "./document.ts";
import { prose } from "./operation.ts";
import { fieldList } from "./schema.ts";

const all = ({ webhooks = {} }: Displayed) => Object.entries(webhooks).map(([type, { post }]) => ({ type, ...post }));

/** Links to the event types, for the navigation. */
export const webhookLinks = (document: Displayed) =>
  html`<div class="group">
    <h2>Webhooks</h2>
    ${all(document).map(
      ({ type, operationId, summary }) => html`<a href="#${operationId}" title="${summary}"><span>${type}</span></a>`,
    )}
  </div>`;

/** All event types with the fields of their data. The rest of the body is the same for all. */
export const webhookGroup = (document: Displayed) =>
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
