import * as z from "zod";
import { iso, isoOrNull } from "../../core/instant.ts";
import type { Horizon } from "../../core/knowledge.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { lazy } from "../../core/lazy.ts";
import { targetKinds } from "../../targets/registry.ts";
import { unknownSinceOf } from "../../targets/proof.ts";
import { resolvingOf } from "../../targets/resolving.ts";
import { instant } from "../fields.ts";
import type { Target } from "./form.ts";

/** What a state says in public; before the first good answer nothing is known. */
export function seenOf({ kind: kindName, params }: Pick<Target, "kind" | "params">, state: Json) {
  const kind = targetKinds[kindName];
  if (kind === undefined || state === null)
    return { status: { verdict: "unknown", ...waitingWords(kindName, params) }, since: null, snapshot: null };
  return { status: kind.status(state), since: iso(kind.since(state)), snapshot: kind.snapshot(state) };
}

/** What a target that is only named says of itself. */
function waitingWords(kind: string, params: JsonObject): { summary?: string } {
  const field = resolvingOf({ kind, params })?.named(params);
  const named = field == null ? undefined : params[field];
  return typeof named === "string" ? { summary: `waits until it is looked up who ${named} is` } : {};
}

/** How a target stands, as the API shows it. */
export function viewOfStatus(target: Target, horizon: Horizon | null) {
  const { state, lastPolledAt, lastOkAt, consecutiveFaults, fault } = target;
  const { status, since } = seenOf(target, state);
  const [polledAt, okAt] = [isoOrNull(lastPolledAt ?? lastOkAt), isoOrNull(lastOkAt)];
  const unknownSince = isoOrNull(horizon === null ? target.unknownSince : unknownSinceOf(target, horizon));
  return { ...status, since, lastPolledAt: polledAt, lastOkAt: okAt, unknownSince, consecutiveFaults, fault };
}

export const faultSchema = lazy(() =>
  z
    .strictObject({
      kind: z
        .enum(["throttled", "unreachable", "refused", "gone", "malformed", "bug"])
        .describe(
          "`malformed` is an answer that does not decode, `bug` a mistake of Tallylight's at this target alone.",
        ),
      status: z.int().nullable().describe("The HTTP status; null where no answer came."),
      detail: z.string().describe("What went wrong, free of credentials and of what the service answered."),
      retryAfterSeconds: z.number().optional().describe("Seconds that the service asked to wait."),
      path: z.string().optional().describe("A JSON Pointer to what did not decode."),
    })
    .meta({ id: "Fault" }),
);

export const seenFields = () => ({
  verdict: z.string().optional().describe("`on`, `paused`, `off` or `unknown`, of a kind that has a verdict."),
  summary: z.string().optional().describe("How it stands, in words."),
});

export const snapshotSchema = () =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("What was seen last, as its kind shows it; null before the first good answer.");

export const statusSchema = () =>
  z
    .strictObject({
      ...seenFields(),
      since: instant().nullable().describe("Since when it stands so; null where nothing is known."),
      lastPolledAt: instant().nullable().describe("The last poll; null where there was none."),
      lastOkAt: instant().nullable().describe("The last poll that was answered well."),
      unknownSince: instant()
        .nullable()
        .describe(
          "Since when no check has said how it stands, where that is ten minutes or three polls, whichever is longer: " +
            "`verdict` and `snapshot` are as they were then. Null while it is known.",
        ),
      consecutiveFaults: z.int().describe("How many polls in a row failed."),
      fault: faultSchema().nullable().describe("Why the last poll failed; null where it did not."),
    })
    .describe("How it stands.");
