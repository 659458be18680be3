import * as z from "zod";
import { iso, isoOrNull } from "../../../core/instant.ts";
import type { Horizon } from "../../../core/knowledge.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import { lazy } from "../../../core/lazy.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { unknownSinceOf } from "../../../kinds/proof.ts";
import { refusalOf } from "../../../kinds/operations.ts";
import { resolvingOf } from "../../../kinds/resolving.ts";
import { instant } from "../../../resources/shape-fields.ts";
import type { Target } from "./form.ts";
import { sinceOf, statusOf } from "../../../kinds/status.ts";

/** The public status of a state; unknown before the first successful poll. */
export function seenOf({ kind: kindName, params }: Pick<Target, "kind" | "params">, state: Json) {
  const kind = targetKinds[kindName];
  if (kind === undefined || state === null)
    return { status: { verdict: "unknown", ...waitingWords(kindName, params) }, since: null, snapshot: null };
  return { status: statusOf(kind, state), since: iso(sinceOf(state)), snapshot: kind.snapshot(state) };
}

/** The status of a target that is not resolved yet. */
function waitingWords(kind: string, params: JsonObject): { summary?: string } {
  const field = resolvingOf({ kind, params })?.named(params);
  const named = field == null ? undefined : params[field];
  return typeof named === "string" ? { summary: `waits until it is looked up who ${named} is` } : {};
}

/** The status of a target as the API serializes it. */
export function viewOfStatus(target: Target, horizon: Horizon | null) {
  const { state, lastPolledAt, lastOkAt, consecutiveFaults, fault } = target;
  const { status, since } = seenOf(target, state);
  const [polledAt, okAt] = [isoOrNull(lastPolledAt ?? lastOkAt), isoOrNull(lastOkAt)];
  const unknownSince = isoOrNull(horizon === null ? target.unknownSince : unknownSinceOf(target, horizon));
  const refusal = horizon === null || !target.enabled ? null : refusalOf(target, horizon);
  const displayed = { consecutiveFaults, fault: fault ?? refusal };
  return { ...status, since, lastPolledAt: polledAt, lastOkAt: okAt, unknownSince, ...displayed };
}

export const faultSchema = lazy(() =>
  z
    .strictObject({
      kind: z
        .enum(["throttled", "unreachable", "refused", "gone", "malformed", "unreadable", "bug"])
        .describe(
          "`malformed` means an answer that can't be decoded, `unreadable` one in which a number that is watched or compared can't be read any more, `bug` an error in Tallylight that affects this target.",
        ),
      status: z.int().nullable().describe("The HTTP status; null if there was no answer."),
      detail: z.string().describe("What went wrong, without credentials or the service's answer."),
      retryAfterSeconds: z.number().optional().describe("Seconds that the service asked to wait."),
      path: z.string().optional().describe("JSON Pointer to the value that couldn't be decoded."),
    })
    .meta({ id: "Fault" }),
);

export const snapshotSchema = () =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("The last known values of its kind; null before the first good answer.");

export const statusSchema = () =>
  z
    .strictObject({
      verdict: z
        .literal("unknown")
        .optional()
        .describe("Only before the first good answer, for kinds without a verdict."),
      summary: z.string().optional().describe("The current state in words."),
      since: instant().nullable().describe("When the current state began; null if unknown."),
      lastPolledAt: instant().nullable().describe("The last poll; null if there was none."),
      lastOkAt: instant().nullable().describe("The last poll with a good answer."),
      unknownSince: instant()
        .nullable()
        .describe(
          "When polls stopped giving a verdict, once that is ten minutes or three polls ago, whichever is longer. `verdict` and `snapshot` are from before. Null while the state is known.",
        ),
      consecutiveFaults: z.int().describe("Number of failed polls in a row."),
      fault: faultSchema().nullable().describe("Why the last poll failed; null if it didn't."),
    })
    .describe("The current state.");
