import { html } from "hono/html";
import type { Schema, Displayed } from "./document.ts";

const DEEPEST = 6;

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** The alternatives of a union; empty for other schemas. */
export const choices = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? [];

/** A schema's type in short: `string`, `integer or null`, `Target[]`. */
export function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (choices(schema).length > 0) return [...new Set(choices(schema).map(typeText))].join(" | ");
  if (schema.allOf !== undefined) return schema.allOf.map(typeText).join(" & ");
  if (schema.items !== undefined) return `${typeText(schema.items)}[]`;
  const types = [schema.type ?? "any"].flat();
  return (schema.format === "date-time" ? types.map((type) => (type === "string" ? "instant" : type)) : types).join(
    " | ",
  );
}

const bounds = ({ minimum, maximum, minLength, maxLength }: Schema): string[] => [
  ...(minimum === undefined ? [] : [`≥ ${minimum}`]),
  ...(maximum === undefined || maximum > 2 ** 52 ? [] : [`≤ ${maximum}`]),
  ...(minLength === undefined || minLength < 2 ? [] : [`${minLength}+ characters`]),
  ...(maxLength === undefined ? [] : [`up to ${maxLength} characters`]),
];

const notesOf = (schema: Schema): string[] => [
  ...bounds(schema),
  ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ...(schema.allOf ?? []).flatMap(notesOf),
];

/** Restrictions of a value besides its type. */
export const notes = (schema: Schema): string => notesOf(schema).join(", ");

/** Text with `code`. */
export const marked = (text: string) =>
  text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));

/** A schema's type, with links to named schemas. */
export const typeOf = (schema: Schema, { components }: Displayed) =>
  typeText(schema)
    .split(/\b([A-Z]\w+)\b/)
    .map((part) => (Object.hasOwn(components?.schemas ?? {}, part) ? html`<a href="#${part}">${part}</a>` : part));

/** A schema's fields as a nested list; empty for plain values and named schemas, which have their own section. */
export function fieldList(whole: Schema, document: Displayed, depth = 0): unknown {
  if (depth > DEEPEST || whole.$ref !== undefined) return "";
  if (whole.items !== undefined) return fieldList(whole.items, document, depth);
  const parts = [...choices(whole), ...(whole.allOf ?? [])];
  if (parts.length > 0) {
    return parts.map((part) => {
      const inner = fieldList(part, document, depth + 1);
      return inner === "" ? "" : html`<div class="choice">${inner}</div>`;
    });
  }
  const fields = Object.entries(whole.properties ?? {});
  if (fields.length === 0) return "";
  return html`<ul class="fields">
    ${fields.map(([name, field]) => {
      const must = whole.required?.includes(name) === true;
      return html`<li>
        <code class="name">${name}</code>${must ? html`<b class="must" title="required">*</b>` : ""}
        <span class="type">${typeOf(field, document)}</span> <span class="notes">${notes(field)}</span>
        ${field.description === undefined ? "" : html`<span class="said">${marked(field.description)}</span>`}
        ${fieldList(field, document, depth + 1)}
      </li>`;
    })}
  </ul>`;
}
