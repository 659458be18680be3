import * as z from "zod";
import type { JsonObject } from "../../core/json.ts";
import { isObject } from "../../core/json.ts";
import type { Result } from "../../core/result.ts";
import { targetKinds, type AnyTargetKind } from "../../targets/registry.ts";
import { readForm } from "./form.ts";
import type { Refusal } from "./refusal.ts";
import { nameText } from "./texts.ts";
import { DEFAULT_WATCHLIST } from "./watchlists.ts";

const LONGEST_INTERVAL_SECONDS = 7 * 86_400;

export interface TargetForm {
  kind: string;
  params: JsonObject;
  name: string;
  watchlistId: string;
  intervalSeconds: number;
  priority: number;
  enabled: boolean;
  announceInitial: boolean;
  settings: JsonObject;
}

const common = {
  name: nameText(200),
  watchlistId: z.string().default(DEFAULT_WATCHLIST),
  priority: z.int().min(1).max(3).default(1),
  enabled: z.boolean().default(true),
  announceInitial: z.boolean().default(false),
};

const interval = (least: number, usual: number) =>
  z
    .int()
    .min(least, `must be ${least} or more`)
    .max(LONGEST_INTERVAL_SECONDS, `must be ${LONGEST_INTERVAL_SECONDS} or less`)
    .default(Math.max(least, usual));

/** What a person says of a target of this kind; `least` is the shortest interval, seconds. */
export const targetForm = (kind: AnyTargetKind, least: number) =>
  z.strictObject({
    kind: z.literal(kind.kind),
    params: kind.params as z.ZodType<JsonObject>,
    ...common,
    intervalSeconds: interval(least, kind.intervalSeconds),
    settings: (kind.settings as z.ZodType<JsonObject>).prefault({}),
  });

const kindNames = Object.keys(targetKinds);

const made = new Map<string, z.ZodType<TargetForm>>();

/** The form of a kind, made once: an import reads thousands of targets. */
function formFor(kind: AnyTargetKind, least: number): z.ZodType<TargetForm> {
  const key = `${kind.kind}|${least}`;
  const form = made.get(key) ?? targetForm(kind, least);
  made.set(key, form);
  return form;
}

/** The form where the kind is none that is known: what is wrong with the rest is told as well. */
const kindless = z.strictObject({
  kind: z.enum(kindNames, `must be one of: ${kindNames.join(", ")}`),
  params: z.looseObject({}),
  ...common,
  intervalSeconds: z.int().optional(),
  settings: z.looseObject({}).optional(),
});

/** Reads what a person says of a target; every kind judges its own params and settings. */
export function readTarget(body: unknown, least: number): Result<TargetForm, Refusal> {
  const name = isObject(body) && typeof body["kind"] === "string" ? body["kind"] : "";
  const kind = Object.hasOwn(targetKinds, name) ? targetKinds[name] : undefined;
  return readForm(kind === undefined ? (kindless as unknown as z.ZodType<TargetForm>) : formFor(kind, least), body);
}
