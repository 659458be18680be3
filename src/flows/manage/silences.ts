import * as z from "zod";
import type { IdPrefix } from "../../core/ids.ts";
import type { Json } from "../../core/json.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Silence } from "../../core/subscription.ts";
import { silenceView } from "../browse/silence-view.ts";
import { eventPattern } from "./event-pattern.ts";
import { readForm } from "./form.ts";
import { instantForm } from "./instant-form.ts";
import { mergePatch } from "./merge-patch.ts";
import { full } from "./quotas.ts";
import { invalid, missing, type Refusal } from "./refusal.ts";

type Reference = "watchlistId" | "targetId";

export interface SilenceDeps {
  find(id: string): Promise<Silence | null>;
  /** Which of the things that it names are not there. */
  dangling(silence: Silence): Promise<Reference[]>;
  /** False where there may be no more; those that are over at its making do not count. */
  add(silence: Silence): Promise<boolean>;
  /** False where it is no more. */
  change(silence: Silence): Promise<boolean>;
  /** False where there is none. */
  remove(id: string): Promise<boolean>;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

/** What a person says of a silence. */
export const silenceForm = z.strictObject({
  targetId: z.string().nullable().default(null),
  watchlistId: z.string().nullable().default(null),
  type: eventPattern.nullable().default(null),
  until: instantForm,
  reason: z.string().trim().max(500, "must have at most 500 characters").default(""),
});

const nouns: Record<Reference, string> = { watchlistId: "watchlist", targetId: "target" };

const refused = (dangling: Reference[]): Result<never, Refusal> =>
  err({
    kind: "invalid",
    errors: dangling.map((field) => ({ pointer: `/${field}`, message: `names no ${nouns[field]}` })),
  });

export async function createSilence(body: unknown, deps: SilenceDeps): Promise<Result<Silence, Refusal>> {
  const form = readForm(silenceForm, body);
  if (!form.ok) return form;
  const now = await deps.now();
  if (form.value.until <= now) return invalid("/until", "must be in the future");
  const silence = { id: deps.newId("sil"), ...form.value, createdAt: now };
  const dangling = await deps.dangling(silence);
  if (dangling.length > 0) return refused(dangling);
  return (await deps.add(silence)) ? ok(silence) : full("silences");
}

/** Applies a merge patch; an `until` that has passed ends the silence. */
export async function changeSilence(
  before: Silence,
  patch: Json,
  deps: SilenceDeps,
): Promise<Result<Silence, Refusal>> {
  const { id: _id, createdAt: _createdAt, ...kept } = silenceView(before);
  const form = readForm(silenceForm, mergePatch(kept, patch));
  if (!form.ok) return form;
  const silence = { ...before, ...form.value };
  const dangling = await deps.dangling(silence);
  if (dangling.length > 0) return refused(dangling);
  return (await deps.change(silence)) ? ok(silence) : missing("silence");
}
