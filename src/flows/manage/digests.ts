import * as z from "zod";
import { durationError } from "../../core/calendar.ts";
import type { IdPrefix } from "../../core/ids.ts";
import type { Json } from "../../core/json.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { nextTime, patternError, timesADay } from "../../core/schedule.ts";
import { sections } from "../../sections/registry.ts";
import { digestView } from "../browse/digest-view.ts";
import type { Digest } from "../digest/digest.ts";
import { readForm } from "./form.ts";
import { mergePatch } from "./merge-patch.ts";
import { DIGESTS_A_DAY, full } from "./quotas.ts";
import { invalid, missing, type Refusal } from "./refusal.ts";
import { danglingErrors } from "./subscriptions.ts";
import { nameText, timezoneText } from "./texts.ts";

export interface DigestDeps {
  /** Which of the things that it names are not there. */
  dangling(digest: Digest): Promise<("watchlistId" | "channelId")[]>;
  /** False where there may be no more. */
  add(digest: Digest): Promise<boolean>;
  /** The patterns of the digests that are enabled, without that of this id. */
  otherSchedules(id: string): Promise<string[]>;
  /** False where it is no more. */
  change(digest: Digest, now: number): Promise<boolean>;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

/** A text that the rule finds nothing wrong with. */
const textBy = (wrong: (text: string) => string | null) =>
  z
    .string()
    .trim()
    .max(200)
    .superRefine((text, context) => {
      const message = wrong(text);
      if (message !== null) context.addIssue({ code: "custom", message });
    });

const sectionNames = Object.keys(sections);

/** What a person says of a digest. */
export const digestForm = z.strictObject({
  name: nameText(200),
  channelId: z.string(),
  watchlistId: z.string().nullable().default(null),
  schedule: textBy(patternError),
  timezone: timezoneText.default("UTC"),
  period: textBy(durationError).nullable().default(null),
  sections: z
    .array(z.enum(sectionNames, `must be one of: ${sectionNames.join(", ")}`))
    .min(1, "must name at least one section")
    .max(20)
    .transform((names) => [...new Set(names)])
    .default(sectionNames),
  enabled: z.boolean().default(true),
});

/** Its next time after `now`; what passed while it was disabled, or was otherwise ordered, is not caught up. */
export function timed(digest: Omit<Digest, "nextAt">, now: number): Digest {
  const { schedule: pattern, timezone, enabled } = digest;
  return { ...digest, nextAt: enabled ? nextTime({ pattern, timezone }, now) : null };
}

/** Why times are refused that would be too many on one day. */
export const TOO_OFTEN = `comes too often: all digests together may come ${DIGESTS_A_DAY.toLocaleString("en")} times a day`;

/** How often these patterns come together on one day, at the most. */
export const timesTogether = (patterns: string[]): number =>
  patterns.reduce((sum, pattern) => sum + timesADay(pattern), 0);

async function tooOften({ id, schedule, enabled }: Digest, deps: Pick<DigestDeps, "otherSchedules">): Promise<boolean> {
  return enabled && timesTogether([schedule, ...(await deps.otherSchedules(id))]) > DIGESTS_A_DAY;
}

export async function createDigest(body: unknown, deps: DigestDeps): Promise<Result<Digest, Refusal>> {
  const form = readForm(digestForm, body);
  if (!form.ok) return form;
  const now = await deps.now();
  const digest = timed({ id: deps.newId("dig"), ...form.value, createdAt: now }, now);
  const dangling = await deps.dangling(digest);
  if (dangling.length > 0) return err({ kind: "invalid", errors: danglingErrors(dangling) });
  if (await tooOften(digest, deps)) return invalid("/schedule", TOO_OFTEN);
  return (await deps.add(digest)) ? ok(digest) : full("digests");
}

/** The changed digest with its next time: other times begin anew. */
export function retimed(before: Digest, changed: Digest, now: number): Digest {
  const sameTimes = (["schedule", "timezone", "enabled"] as const).every((field) => before[field] === changed[field]);
  return sameTimes ? changed : timed(changed, now);
}

/** Applies a merge patch. A time that has come and was not seen yet stays due, unless the times themselves change. */
export async function changeDigest(before: Digest, patch: Json, deps: DigestDeps): Promise<Result<Digest, Refusal>> {
  const { id: _id, createdAt: _createdAt, nextAt: _nextAt, ...kept } = digestView(before);
  const form = readForm(digestForm, mergePatch(kept, patch));
  if (!form.ok) return form;
  const now = await deps.now();
  const digest = retimed(before, { ...before, ...form.value }, now);
  const dangling = await deps.dangling(digest);
  if (dangling.length > 0) return err({ kind: "invalid", errors: danglingErrors(dangling) });
  const other = before.schedule !== digest.schedule || !before.enabled;
  if (other && (await tooOften(digest, deps))) return invalid("/schedule", TOO_OFTEN);
  return (await deps.change(digest, now)) ? ok(digest) : missing("digest");
}
