import type { Json } from "../../core/json.ts";
import type { Operation } from "../../core/operation.ts";

export interface UpstreamRequest {
  method: "GET" | "POST";
  url: string;
  body: string | null;
}

type Values = Record<string, Json | undefined>;

/**
 * The request of an operation. Base and path are joined as text, since the doubled slash is part of the path (and
 * `new URL("//x", base)` would turn a path into a host). A query entry whose value is missing is left out.
 */
export function requestOf(base: string, operation: Operation, values: Values): UpstreamRequest {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(values[name]) ?? ""),
  );
  const query = new URLSearchParams();
  for (const [key, template] of Object.entries(operation.query)) {
    const value = filled(template, values);
    if (value !== null) query.set(key, value);
  }
  const suffix = query.size === 0 ? "" : `${path.includes("?") ? "&" : "?"}${query.toString()}`;
  return {
    method: operation.method,
    url: base.replace(/\/+$/, "") + path + suffix,
    body: operation.method === "POST" ? JSON.stringify(filledBody(operation.body, values)) : null,
  };
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
