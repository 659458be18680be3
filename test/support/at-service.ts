import type { Json, JsonObject } from "../../src/core/json.ts";
import { isObject } from "../../src/core/json.ts";
import { operationsOf } from "../../src/engine/upstream/operations.ts";
import { targetKinds } from "../../src/kinds/registry.ts";

const operations = operationsOf({});

/** Reports whether no operation conflicts with a form, with the default definitions. */
export function fitsService(form: Record<string, unknown>): boolean {
  const kind = targetKinds[String(form["kind"])];
  if (kind?.polls === undefined) return true;
  const { params, settings } = form;
  return kind.polls.wrong({ params, settings }, operations.get(kind.polls.operation(params)) ?? null).length === 0;
}

/** Changes a generated form to a known operation and fields that it has, which the kind's schema does not know. */
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
