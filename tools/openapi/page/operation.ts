import { html, raw } from "hono/html";
import { schemaAt, type Content, type Placed, type Schema, type Displayed } from "./document.ts";
import { curlOf } from "./curl.ts";
import { choices, fieldList, marked, notes, typeOf, typeText } from "./schema.ts";

const pathText = (path: string) =>
  path.split(/(\{\w+\})/).map((part) => (part.startsWith("{") ? html`<i>${part}</i>` : part));

/** Paragraphs with `code`. */
export const prose = (text: string | undefined) =>
  (text ?? "").split("\n\n").map((paragraph) => html`<p>${marked(paragraph)}</p>`);

/** An operation: parameters, body, answers, and a form to try it. */
export const operationSection = ({ method, path, operation }: Placed, document: Displayed) => html`
  <section class="operation" id="${operation.operationId}">
    <h3><span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${pathText(path)}</code></h3>
    <p class="summary">${operation.summary}</p>
    <div class="prose">${prose(operation.description)}</div>
    ${parameters({ method, path, operation })} ${bodyOf(operation.requestBody?.content, document)}
    ${answers(operation.responses, document)}
    <div class="curl">
      <pre><code>${curlOf({ method, path, operation })}</code></pre>
      <button type="button" aria-label="Copy the curl line">Copy</button>
    </div>
    ${tryIt({ method, path, operation })}
  </section>
`;

function parameters({ operation }: Placed) {
  const all = operation.parameters ?? [];
  if (all.length === 0) return "";
  return html`<h4>Parameters</h4>
    <ul class="fields">
      ${all.map(
        ({ name, in: place, required, schema, description }) =>
          html`<li>
            <code class="name">${name}</code>${required ? html`<b class="must" title="required">*</b>` : ""}
            <span class="type">${typeText(schema)}</span>
            <span class="notes">${place}${notes(schema) && `, ${notes(schema)}`}</span>
            ${description === undefined ? "" : html`<span class="said">${marked(description)}</span>`}
          </li>`,
      )}
    </ul>`;
}

function bodyOf(content: Record<string, Content> | undefined, document: Displayed) {
  if (content === undefined) return "";
  const [first] = Object.values(content);
  return html`<h4>Body <small>${Object.keys(content).join(" or ")}</small></h4>
    <p>${first === undefined ? "" : typeOf(first.schema, document)}</p>
    ${first === undefined ? "" : bodyFields(first.schema, document)}`;
}

/** The fields of a body. A union shows those of each of its named schemas, folded. */
function bodyFields(schema: Schema, document: Displayed): unknown {
  const named = schemaAt(schema, document) ?? schema;
  const kinds = choices(named).filter(({ $ref }) => $ref !== undefined);
  if (kinds.length === 0) return fieldList(named, document);
  return kinds.map(
    (kind) =>
      html`<details>
        <summary><span class="type">${typeText(kind)}</span></summary>
        ${bodyFields(kind, document)}
      </details>`,
  );
}

function answers(responses: Placed["operation"]["responses"], document: Displayed) {
  return html`<h4>Answers</h4>
    <ul class="answers">
      ${Object.entries(responses).map(([status, { description, content }]) => {
        const [[type, body] = [undefined, undefined]] = Object.entries(content ?? {});
        const label = html`<b class="status s${status[0] ?? ""}">${status}</b> ${description}`;
        if (body === undefined || type === "application/problem+json") return html`<li>${label}</li>`;
        return html`<li>
          <details>
            <summary>${label} <span class="type">${typeText(body.schema)}</span></summary>
            <p>${typeOf(body.schema, document)}</p>
            ${fieldList(body.schema, document)} ${sample(body.example)}
          </details>
        </li>`;
      })}
    </ul>`;
}

const sample = (example: unknown) =>
  example === undefined
    ? ""
    : html`<pre>${typeof example === "string" ? example : JSON.stringify(example, null, 2)}</pre>`;

function tryIt({ method, path, operation }: Placed) {
  const content = Object.values(operation.requestBody?.content ?? {})[0];
  const example = content === undefined ? undefined : JSON.stringify(content.example ?? {}, null, 2);
  return html`<details class="try">
    <summary>Try it</summary>
    <form data-method="${method.toUpperCase()}" data-path="${path}">
      ${(operation.parameters ?? []).map(
        ({ name, in: place, required, schema }) =>
          html`<label
            ><span>${name}</span>
            <input
              name="${name}"
              data-in="${place}"
              placeholder="${typeText(schema)}"
              autocomplete="off"
              ${required ? raw("required") : ""}
          /></label>`,
      )}
      ${
        example === undefined
          ? ""
          : html`<label class="wide"
              ><span>body</span
              ><textarea name="body" rows="${Math.min(16, example.split("\n").length + 1)}" spellcheck="false">
${example}</textarea>
            </label>`
      }
      <button>Send</button>
      <output aria-live="polite"></output>
    </form>
  </details>`;
}
