import type { Json } from "../../core/json.ts";
import type { Operation } from "../../core/operation.ts";
import { err, ok, type Result } from "../../core/result.ts";

export interface UpstreamRequest {
  method: "GET" | "POST";
  url: string;
  body: string | null;
}

type Values = Record<string, Json | undefined>;

/** A value that cannot stand in a path, by the name of its placeholder. */
export interface PathFault {
  name: string;
  message: string;
}

/**
 * The request of an operation. Base and path are joined as text, since the doubled slash is part of the path (and
 * `new URL("//x", base)` would turn a path into a host). A query entry whose value is missing is left out. A value that
 * would lead elsewhere on the service, or is no text, is a fault.
 */
export function requestOf(base: string, operation: Operation, values: Values): Result<UpstreamRequest, PathFault> {
  const shape = shapeOf(operation);
  const filledPath = pathOf(shape.segments, values);
  if (!filledPath.ok) return filledPath;
  const path = filledPath.value;
  const query = new URLSearchParams();
  for (const [key, template] of shape.query) {
    const value = filled(template, values);
    if (value !== null) query.set(key, value);
  }
  const suffix = query.size === 0 ? "" : `${path.includes("?") ? "&" : "?"}${query.toString()}`;
  return ok({
    method: operation.method,
    url: base.replace(/\/+$/, "") + path + suffix,
    body: operation.method === "POST" ? JSON.stringify(filledBody(operation.body, values)) : null,
  });
}

/** A text with placeholders, taken apart: what stands between them, one more than there are names. */
interface Template {
  texts: string[];
  names: string[];
}

interface Shape {
  segments: Template[];
  query: [key: string, Template][];
}

const templateOf = (text: string): Template => {
  const parts = text.split(/\{(\w+)\}/);
  return { texts: parts.filter((_, at) => at % 2 === 0), names: parts.filter((_, at) => at % 2 === 1) };
};

const shapes = new WeakMap<Operation, Shape>();

/** An operation's templates are taken apart once: it is called for every target. */
function shapeOf(operation: Operation): Shape {
  const known = shapes.get(operation);
  if (known !== undefined) return known;
  const made = {
    segments: operation.path.split("/").map(templateOf),
    query: Object.entries(operation.query).map(([key, text]): [string, Template] => [key, templateOf(text)]),
  };
  shapes.set(operation, made);
  return made;
}

const joined = ({ texts }: Template, values: string[]): string =>
  texts.reduce((text, next, at) => text + values[at - 1]! + next);

/** The path with its placeholders filled, segment by segment: what is configured is trusted, what fills it is not. */
function pathOf(templates: Template[], values: Values): Result<string, PathFault> {
  const segments: string[] = [];
  for (const template of templates) {
    const given = template.names.map((name) => textOf(values[name]) ?? "");
    const broken = template.names.find((_, at) => !given[at]!.isWellFormed());
    if (broken !== undefined) return err({ name: broken, message: "is not well-formed text: half a character" });
    const segment = joined(template, given.map(encodeURIComponent));
    if (given.length > 0 && isDots(segment))
      return err({ name: template.names[0]!, message: "must not be . or .. where it stands in the path" });
    segments.push(segment);
  }
  return ok(segments.join("/"));
}

/** True for a segment that leads up or nowhere, however often servers on the way decode it. */
function isDots(segment: string): boolean {
  const plain = segment.replace(/[?#].*$/s, "").replace(/%(?:25)*2e/gi, ".");
  return /^\.{1,2}$/.test(plain);
}

const textOf = (value: Json | undefined): string | null =>
  value === undefined || value === null ? null : typeof value === "object" ? JSON.stringify(value) : String(value);

/** The template with its placeholders filled; null where one of them has no value. */
function filled(template: Template, values: Values): string | null {
  const given = template.names.map((name) => textOf(values[name]));
  return given.includes(null) ? null : joined(template, given as string[]);
}

/** A body entry that is one placeholder takes the value with its type; missing values are left out. */
function filledBody(body: Record<string, Json>, values: Values): Record<string, Json> {
  const whole: Record<string, Json> = {};
  for (const [key, template] of Object.entries(body)) {
    const name = typeof template === "string" ? /^\{(\w+)\}$/.exec(template)?.[1] : undefined;
    const value =
      name !== undefined
        ? values[name]
        : typeof template === "string"
          ? filled(templateOf(template), values)
          : template;
    if (value !== undefined && value !== null) whole[key] = value;
  }
  return whole;
}
