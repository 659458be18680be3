import type { Json, JsonObject } from "../../src/core/json.ts";
import { isObject } from "../../src/core/json.ts";
import { operationsOf } from "../../src/edges/upstream/operations.ts";
import { targetKinds } from "../../src/targets/registry.ts";

const operations = operationsOf({});

/** True for a form that no operation of the service stands against, as they are known without configuration. */
export function fitsService(form: Record<string, unknown>): boolean {
  const kind = targetKinds[String(form["kind"])];
  if (kind?.polls === undefined) return true;
  const { params, settings } = form;
  return kind.polls.wrong({ params, settings }, operations.get(kind.polls.operation(params)) ?? null).length === 0;
}

/** A generated form that names an operation which is known, and fields that it has: its kind's schema knows neither. */
export function fittingService(form: JsonObject): JsonObject {
  const kind = targetKinds[String(form["kind"])];
  if (kind?.polls === undefined) return form;
  const { params } = kind.example;
  const [field = ""] = Object.keys(operations.get(kind.polls.operation(params))!.fields);
  const named = (value: Json, key: string): Json => {
    if (key === "field" || key === "timeField") return field;
    if (Array.isArray(value)) return value.map((one) => named(one, ""));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, named(one, name)]));
  };
  return { ...form, params, ...(form["settings"] === undefined ? {} : { settings: named(form["settings"], "") }) };
}
