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
  const filledPath = pathOf(operation.path, values);
  if (!filledPath.ok) return filledPath;
  const path = filledPath.value;
  const query = new URLSearchParams();
  for (const [key, template] of Object.entries(operation.query)) {
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

const PLACEHOLDER = /\{(\w+)\}/g;

/** The path with its placeholders filled, segment by segment: what is configured is trusted, what fills it is not. */
function pathOf(template: string, values: Values): Result<string, PathFault> {
  const segments: string[] = [];
  for (const segment of template.split("/")) {
    const names = [...segment.matchAll(PLACEHOLDER)].map(([, name]) => name!);
    const broken = names.find((name) => !(textOf(values[name]) ?? "").isWellFormed());
    if (broken !== undefined) return err({ name: broken, message: "is not well-formed text: half a character" });
    const filledIn = segment.replace(PLACEHOLDER, (_, name: string) => encodeURIComponent(textOf(values[name]) ?? ""));
    if (names.length > 0 && isDots(filledIn))
      return err({ name: names[0]!, message: "must not be . or .. where it stands in the path" });
    segments.push(filledIn);
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
function filled(template: string, values: Values): string | null {
  let missing = false;
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = textOf(values[name]);
    missing ||= value === null;
    return value ?? "";
  });
  return missing ? null : text;
}

/** A body entry that is one placeholder takes the value with its type; missing values are left out. */
function filledBody(body: Record<string, Json>, values: Values): Record<string, Json> {
  const whole: Record<string, Json> = {};
  for (const [key, template] of Object.entries(body)) {
    const name = typeof template === "string" ? /^\{(\w+)\}$/.exec(template)?.[1] : undefined;
    const value =
      name !== undefined ? values[name] : typeof template === "string" ? filled(template, values) : template;
    if (value !== undefined && value !== null) whole[key] = value;
  }
  return whole;
}
