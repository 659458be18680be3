import { pattern } from "../../core/lazy.ts";
import { inert, type Dialect, styleAt, utc } from "../phrases.ts";

/** Where mail programs would make links of outside text: names of hosts, and addresses. */
const linked = pattern(String.raw`[.\u3002\uff0e\uff61](?=\p{L}{2})|@(?=[\p{L}\p{N}_]|$)`, "gu");

/** Text of which mail programs make no links. */
const unlinked = (text: string): string => inert(text).replace(linked(), "$&\u200b");

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as HTML, also within an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

const asHtml = (text: string): string => escaped(unlinked(text));

/** The plain-text part. URLs follow their labels. */
export const textAt = (now: number): Dialect => ({
  text: unlinked,
  label: unlinked,
  strong: (text) => text,
  link: (label, url) => `${label} ${url}`,
  instant: (at, style) => utc(at, styleAt(now, at, style)),
});

/** The HTML part. */
export const htmlAt = (now: number): Dialect => ({
  text: asHtml,
  label: asHtml,
  strong: (html) => `<strong>${html}</strong>`,
  link: (label, url) => `<a href="${escaped(url)}">${label}</a>`,
  instant: (at, style) => utc(at, styleAt(now, at, style)),
});
