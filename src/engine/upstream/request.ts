import type { Json } from "../../core/json.ts";
import { LISTS, placeholdersOf, type Many, type Operation } from "../../core/operation.ts";
import { err, ok, type Result } from "../../core/result.ts";

export interface UpstreamRequest {
  method: "GET" | "POST";
  url: string;
  body: string | null;
}

type Values = Record<string, Json | undefined>;

/** A value that is not allowed in a path, by the name of its placeholder. */
export interface PathFault {
  name: string;
  message: string;
}

/**
 * Builds the request of an operation. Base and path are joined as text, because the doubled slash is part of the path,
 * and `new URL("//x", base)` would turn a path into a host. Query entries without a value are left out. A value that
 * would lead elsewhere on the service, or is not valid text, is a fault; so is a request about nobody.
 */
export function requestOf(base: string, operation: Operation, values: Values): Result<UpstreamRequest, PathFault> {
  const shape = shapeOf(operation);
  const { many } = operation;
  const lists = many === undefined ? {} : listsOf(many, values);
  if (many !== undefined && Object.keys(lists).length === 0)
    return err({ name: LISTS[many.lists[0]!], message: "has no value, and the service is asked by nothing else" });
  if (shape.whose.length > 0 && many === undefined && shape.whose.every((name) => textOf(values[name]) === null))
    return err({ name: shape.whose[0]!, message: "has no value, and the service is asked by nothing else" });
  const texts = many === undefined ? values : { ...values, ...joined(lists, many) };
  const readable = many?.separator === "," ? withCommas : (text: string) => text;
  const filledPath = pathOf(shape.path, texts);
  if (!filledPath.ok) return filledPath;
  const path = readable(filledPath.value);
  const query = typeof shape.query === "string" ? shape.query : readable(queryOf(shape.query, texts));
  const suffix = query === "" ? "" : `${path.includes("?") ? "&" : "?"}${query}`;
  return ok({
    method: operation.method,
    url: base.replace(/\/+$/, "") + path + suffix,
    body: operation.method === "POST" ? JSON.stringify(bodyOf(shape.body, texts, lists)) : null,
  });
}

/** The values of the placeholders for many targets: those of a group, or that of one target. Empty ones are missing. */
function listsOf(many: Many, values: Values): Record<string, Json[]> {
  const lists: Record<string, Json[]> = {};
  for (const list of many.lists) {
    const value = values[list] ?? values[LISTS[list]] ?? [];
    const all = Array.isArray(value) ? value : [value];
    if (all.length > 0) lists[list] = all;
  }
  return lists;
}

const joined = (lists: Record<string, Json[]>, { separator }: Many): Values =>
  Object.fromEntries(Object.entries(lists).map(([list, all]) => [list, all.map(textOf).join(separator)]));

/** Commas may stand in an address as they are, and some services split it before they decode it. */
const withCommas = (text: string): string => text.replaceAll("%2C", ",");

/** Longer addresses are refused by many servers. In characters, from the path on. */
const MAX_ADDRESS = 4096;

/** The usual length of a value with its separator, in characters. */
const USUAL_CHARS = { userIds: 20, roomIds: 20, handles: 25 };

/** How many targets a call asks for if none was refused: as many as its definition says, as far as its address takes them. */
export function mostOf(operation: Operation): number {
  const { many, path, query } = operation;
  if (many === undefined) return 1;
  const texts = [path, ...Object.values(query)].join(" ");
  const chars = many.lists.reduce((sum, list) => sum + (texts.split(`{${list}}`).length - 1) * USUAL_CHARS[list], 0);
  const left = MAX_ADDRESS - path.length - JSON.stringify(query).length;
  return chars === 0 ? many.most : Math.max(1, Math.min(many.most, Math.floor(left / chars)));
}

/** Whether a call with these values has an address that servers may refuse for its length. */
export function isTooLong(operation: Operation, values: Values): boolean {
  const request = requestOf("", operation, values);
  return request.ok && request.value.url.length > MAX_ADDRESS;
}

/** The placeholders that identify a creator. A request without any of their values would be about nobody. */
const WHOSE: ReadonlySet<string> = new Set([...Object.values(LISTS), "url"]);

/** A text with placeholders, split at them. There is one more text than there are names. */
interface Template {
  texts: string[];
  names: string[];
}

type Query = [key: string, Template][];

/** Entries of a body: a template, a single placeholder, or a constant. */
type Body = [key: string, entry: { template: Template } | { name: string } | { value: Json }][];

interface Shape {
  /** Segments with placeholders, and runs of segments without. */
  path: Template[];
  /** Already encoded if no entry has a placeholder. */
  query: string | Query;
  body: Body;
  /** Its placeholders that identify a creator. */
  whose: string[];
}

const templateOf = (text: string): Template => {
  const parts = text.split(/\{(\w+)\}/);
  return { texts: parts.filter((_, at) => at % 2 === 0), names: parts.filter((_, at) => at % 2 === 1) };
};

const shapes = new WeakMap<Operation, Shape>();

/** Parses the templates of an operation once, because it is called for every target. */
function shapeOf(operation: Operation): Shape {
  const known = shapes.get(operation);
  if (known !== undefined) return known;
  const query = Object.entries(operation.query).map(([key, text]): Query[number] => [key, templateOf(text)]);
  const created: Shape = {
    path: runsOf(operation.path.split("/").map(templateOf)),
    query: query.some(([, { names }]) => names.length > 0) ? query : queryOf(query, {}),
    body: Object.entries(operation.body).map(([key, entry]) => [key, bodyEntryOf(entry)]),
    whose: [...placeholdersOf(operation)].filter((name) => WHOSE.has(name)),
  };
  shapes.set(operation, created);
  return created;
}

/** Joins consecutive segments without placeholders. */
function runsOf(segments: Template[]): Template[] {
  const runs: Template[] = [];
  for (const segment of segments) {
    const last = runs.at(-1);
    if (last?.names.length === 0 && segment.names.length === 0) last.texts = [`${last.texts[0]!}/${segment.texts[0]!}`];
    else runs.push({ ...segment });
  }
  return runs;
}

function bodyEntryOf(entry: Json): Body[number][1] {
  const name = typeof entry === "string" ? /^\{(\w+)\}$/.exec(entry)?.[1] : undefined;
  if (name !== undefined) return { name };
  return typeof entry === "string" ? { template: templateOf(entry) } : { value: entry };
}

const filledIn = ({ texts }: Template, values: string[]): string =>
  texts.reduce((text, next, at) => text + values[at - 1]! + next);

/** Fills the placeholders of a path, segment by segment. The configuration is trusted, the values are not. */
function pathOf(templates: Template[], values: Values): Result<string, PathFault> {
  const segments: string[] = [];
  for (const template of templates) {
    const provided = template.names.map((name) => textOf(values[name]) ?? "");
    const broken = template.names.find((_, at) => !provided[at]!.isWellFormed());
    if (broken !== undefined) return err({ name: broken, message: "is not well-formed text: half a character" });
    const segment = filledIn(template, provided.map(encodeURIComponent));
    if (provided.length > 0 && isDots(segment))
      return err({ name: template.names[0]!, message: "must not be . or .. where it stands in the path" });
    segments.push(segment);
  }
  return ok(segments.join("/"));
}

/** Whether a segment leads up or nowhere, even if servers on the way decode it several times. */
function isDots(segment: string): boolean {
  const plain = segment.replace(/[?#].*$/s, "").replace(/%(?:25)*2e/gi, ".");
  return /^\.{1,2}$/.test(plain);
}

const textOf = (value: Json | undefined): string | null =>
  value === undefined || value === null ? null : typeof value === "object" ? JSON.stringify(value) : String(value);

/** Fills a template; null if a placeholder has no value. */
function filled(template: Template, values: Values): string | null {
  const provided = template.names.map((name) => textOf(values[name]));
  return provided.includes(null) ? null : filledIn(template, provided as string[]);
}

/** The encoded query. Entries without a value are left out. */
function queryOf(entries: Query, values: Values): string {
  const query = new URLSearchParams();
  for (const [key, template] of entries) {
    const value = filled(template, values);
    if (value !== null) query.set(key, value);
  }
  return query.toString();
}

/** Body entries that are a single placeholder keep the type of its value. Missing values are left out. */
function bodyOf(entries: Body, values: Values, lists: Record<string, Json[]>): Record<string, Json> {
  const whole: Record<string, Json> = {};
  for (const [key, entry] of entries) {
    const value =
      "name" in entry
        ? (lists[entry.name] ?? values[entry.name])
        : "template" in entry
          ? filled(entry.template, values)
          : entry.value;
    if (value !== undefined && value !== null) whole[key] = value;
  }
  return whole;
}
