import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { keyShape } from "../../engine/upstream/shape.ts";
import { delayShape, wayShape } from "../plan/shape.ts";
import { at, atOrNull, number, text, textOrNull, whole } from "../../resources/shape-fields.ts";

const reasons = "Problems by code, worst first: `schema`, `database`, `tick_silent`, …; GET /v1/status has details.";

export const healthShape = lazy(() =>
  z
    .strictObject({
      status: z
        .enum(["ok", "degraded", "down"])
        .describe("`degraded`: some watching or sending still works; `down`: nothing works."),
      lastTickAt: atOrNull("The time of the last tick; null if there was none."),
      lastPollAt: atOrNull("When a batch of polls last finished; null if none has."),
      reasons: z.array(z.string()).describe(reasons),
      detail: text("What is wrong with the configuration, or how far the database is set up.").optional(),
      version: text("Tallylight's version."),
    })
    .meta({ id: "Health" }),
);

const refused = lazy(() =>
  z.strictObject({
    operation: text("The operation."),
    status: whole("The HTTP status of its answer: 401, 428 or 429."),
    since: at("The tick that first found it."),
    until: at("It is not called before this time."),
  }),
);

/** What all watchlists contribute to. */
const HIDDEN_FROM_LIMITED = "null for a token that is limited to watchlists";

const upstream = lazy(() =>
  z.strictObject({
    status: z
      .enum(["ok", "unauthorized", "key_expired", "throttled", "refused", "failing", "drifted", "suspect", "unknown"])
      .describe(
        "The state of the data service: `unauthorized` (answers 401), `key_expired` (428), `throttled` (429), `refused` (answers one of these to single operations, while everything else goes on), `failing` (no good answers), `drifted` (answers can't be decoded any more), `suspect` (half of the creators changed at once), `unknown` (half of them or more have had no verdict for too long).",
      ),
    since: atOrNull("When the problem began; null if there is none."),
    until: atOrNull("No calls are made before this time; null if calls are not paused."),
    detail: textOrNull("What it means and what to do; null if there is no problem."),
    refused: z
      .array(refused())
      .nullable()
      .describe(
        `The operations that are refused while everything else goes on; ${HIDDEN_FROM_LIMITED}. Without \`live.check\` it is unknown who is live, which \`status\` says.`,
      ),
  }),
);

const budget = lazy(() =>
  z.strictObject({
    perMinute: whole("Calls per minute that UPSTREAM_POLLS_PER_MINUTE allows."),
    used: whole("Number of these calls that are used."),
    left: whole("Number of calls that can be made at once."),
    asked: number("Calls per minute that all intervals require; beyond `perMinute`, targets wait longer."),
  }),
);

const deliveries = lazy(() =>
  z.strictObject({
    pending: whole("Number of deliveries waiting to be sent, at most 100."),
    dead: whole("Number of stored deliveries that failed for good."),
    suppressed: whole("Number of stored deliveries that were skipped."),
    held: whole("Number of stored deliveries that were held for the end of quiet hours."),
  }),
);

const counts = lazy(() =>
  z.strictObject({
    targets: z.record(z.string(), z.int()).describe("Targets by kind."),
    channels: whole("Number of channels."),
    subscriptions: whole("Number of subscriptions."),
    events: whole("Number of events ever detected."),
    deliveries: deliveries().nullable().describe(`Deliveries by status; ${HIDDEN_FROM_LIMITED}.`),
  }),
);

const live = lazy(() =>
  z.strictObject({
    targetId: text("The ID of the live target."),
    name: text("The target's name."),
    roomId: textOrNull("The room ID of the stream; null if unknown."),
    startedAt: atOrNull("When the stream began, as far as polling can tell."),
    unknownSince: atOrNull(
      "When polls stopped giving a verdict; it was live until then. Null while the state is known.",
    ),
  }),
);

const problem = lazy(() =>
  z.strictObject({
    reason: text("The reason code, as in `/healthz`."),
    since: atOrNull("When the problem began; null if unknown."),
    detail: text("What is wrong and what to do."),
  }),
);

const pending = lazy(() =>
  z.strictObject({
    polls: whole("Number of polls that are due or in progress."),
    deliveries: whole("Number of deliveries that are due or in progress, at most 100."),
  }),
);

export const statusShape = lazy(() =>
  z
    .strictObject({
      upstream: upstream().describe("The state of the data service."),
      budget: budget()
        .nullable()
        .describe(
          `The budget of calls to the data service: a token bucket that refills evenly; ${HIDDEN_FROM_LIMITED}.`,
        ),
      polling: z
        .strictObject({
          way: wayShape(),
          expectedDelay: delayShape()
            .nullable()
            .describe("How long it takes to detect a start; null if no live targets are watched."),
        })
        .nullable()
        .describe(`How the budget is used, and what that means for alerts; ${HIDDEN_FROM_LIMITED}.`),
      lagSeconds: z
        .number()
        .nullable()
        .describe(`The longest time that a target was overdue at the last tick, in seconds; ${HIDDEN_FROM_LIMITED}.`),
      counts: counts().describe("Numbers of resources, events and deliveries."),
      liveNow: z.array(live()).describe("Targets that are live, or were when last known, up to 100."),
      pending: pending().nullable().describe(`Pending work; ${HIDDEN_FROM_LIMITED}.`),
      reasons: z
        .array(problem())
        .nullable()
        .describe(`Problems, worst first; empty if there are none; ${HIDDEN_FROM_LIMITED}.`),
      encryptionKeys: z
        .array(keyShape())
        .nullable()
        .describe(
          "The configured keys in order, and keys that are needed but missing; null if limited to a watchlist.",
        ),
      lastTickAt: atOrNull("The time of the last tick; null if there was none."),
    })
    .meta({ id: "Status" }),
);

/** The health of the system, without its version. */
export type Health = Omit<z.output<ReturnType<typeof healthShape>>, "version">;
export type Status = z.output<ReturnType<typeof statusShape>>;
