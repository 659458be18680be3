import * as z from "zod";
import { lazy } from "../../../src/core/lazy.ts";
import { delayShape, wayShape } from "./plan.ts";
import { at, atOrNull, number, text, textOrNull, whole, anything, wholeOrNull } from "./fields.ts";

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

const upstream = lazy(() =>
  z.strictObject({
    status: z
      .enum(["ok", "unauthorized", "key_expired", "throttled", "failing", "drifted", "suspect", "unknown"])
      .describe(
        "The state of the data service: `unauthorized` (answers 401), `key_expired` (428), `throttled` (429), `failing` (no good answers), `drifted` (answers can't be decoded any more), `suspect` (half of the creators changed at once), `unknown` (half of them or more have had no verdict for too long).",
      ),
    since: atOrNull("When the problem began; null if there is none."),
    until: atOrNull("No calls are made before this time; null if calls are not paused."),
    detail: textOrNull("What it means and what to do; null if there is no problem."),
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
    pending: whole("Number of deliveries waiting to be sent."),
    sent: whole("Number of the latest 1,000 that were sent."),
    dead: whole("Number of the latest 1,000 that failed for good."),
    suppressed: whole("Number of the latest 1,000 that were skipped."),
    held: whole("Number of the latest 1,000 that wait for the end of quiet hours."),
  }),
);

const counts = lazy(() =>
  z.strictObject({
    targets: z.record(z.string(), z.int()).describe("Targets by kind."),
    channels: whole("Number of channels."),
    subscriptions: whole("Number of subscriptions."),
    events: whole("Number of events ever detected."),
    deliveries: deliveries().describe("Deliveries by status."),
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

const trouble = lazy(() =>
  z.strictObject({
    reason: text("The reason code, as in `/healthz`."),
    since: atOrNull("When the problem began; null if unknown."),
    detail: text("What is wrong and what to do."),
  }),
);

const pending = lazy(() =>
  z.strictObject({
    polls: whole("Number of polls that are due or in progress."),
    deliveries: whole("Number of deliveries that are due or in progress."),
  }),
);

const encryptionKey = lazy(() =>
  z.strictObject({
    id: textOrNull("The key's ID in ENCRYPTION_KEYS; null if the stored value is no ciphertext."),
    given: z.boolean().describe("Whether ENCRYPTION_KEYS contains a key with this ID."),
    seals: z.boolean().describe("Whether it is the first key, which encrypts new secrets."),
    channels: whole("Number of channels whose settings it encrypts."),
    account: z.boolean().describe("Whether it encrypts the data service account."),
    removable: z
      .boolean()
      .describe("Whether nothing needs it any more, so that it can be removed from ENCRYPTION_KEYS."),
  }),
);

const unopened = lazy(() =>
  z.strictObject({
    channelId: textOrNull(
      "The ID of the channel whose settings no key can decrypt; null for the data service account.",
    ),
    name: text("The channel's name; empty for the data service account."),
    keyId: textOrNull("The ID of the key that encrypted it; null if the stored value is no ciphertext."),
  }),
);

export const sealedAnewShape = lazy(() =>
  z
    .strictObject({
      sealed: whole("Number of values that were re-encrypted."),
      left: whole("Number of values still encrypted with an earlier key that this request did not try."),
      unopened: z
        .array(unopened())
        .describe("What no key can decrypt: everything whose key is missing, and others that this request tried."),
    })
    .meta({ id: "SealedAnew" }),
);

export const statusShape = lazy(() =>
  z
    .strictObject({
      upstream: upstream().describe("The state of the data service."),
      budget: budget().describe("The budget of calls to the data service: a token bucket that refills evenly."),
      polling: z
        .strictObject({
          way: wayShape(),
          expectedDelay: delayShape()
            .nullable()
            .describe("How long it takes to detect a start; null if no live targets are watched."),
        })
        .describe("How the budget is used, and what that means for alerts."),
      lagSeconds: number("The longest time that a target was overdue at the last tick, in seconds."),
      counts: counts().describe("Numbers of resources, events and deliveries."),
      liveNow: z.array(live()).describe("Targets that are live, or were when last known, up to 100."),
      pending: pending().describe("Pending work."),
      reasons: z.array(trouble()).describe("Problems, worst first; empty if there are none."),
      encryptionKeys: z
        .array(encryptionKey())
        .nullable()
        .describe(
          "The configured keys in order, and keys that are needed but missing; null if limited to a watchlist.",
        ),
      lastTickAt: atOrNull("The time of the last tick; null if there was none."),
    })
    .meta({ id: "Status" }),
);

const actor = lazy(() =>
  z.strictObject({
    tokenId: textOrNull("The token's ID; null for `ADMIN_TOKEN` and for failed sign-ins."),
    name: text("The token's name; `nobody` for failed sign-ins."),
  }),
);

export const auditShape = lazy(() =>
  z
    .strictObject({
      at: at("The time of the request."),
      actor: actor().describe("Who made the request."),
      operation: text("The operation's ID in this document, such as `changeTarget`."),
      subject: textOrNull("The ID of the resource that was changed or created; null if there is no single one."),
      request: anything("The request, without secrets and shortened if it is long, or a short summary."),
      status: wholeOrNull("The HTTP status of the response; null for entries of an older version."),
      address: textOrNull("The client's IP address; null if unknown."),
    })
    .meta({ id: "AuditEntry" }),
);

export const signInShape = lazy(() =>
  z
    .strictObject({
      id: text("The ID of the sign-in."),
      name: text("The name of the token used to sign in, or `ADMIN_TOKEN`."),
      createdAt: at("When it began."),
      lastSeenAt: at("When it was last used, to the nearest five minutes."),
      address: textOrNull("The IP address that last used it; null if unknown."),
      agent: textOrNull("The browser's `User-Agent`; null if it sent none."),
    })
    .meta({ id: "SignIn" }),
);

/** The summary that replaces a long answer if its request is repeated. */
export const summaryShape = lazy(() =>
  z
    .strictObject({
      status: whole("The HTTP status of the first answer."),
      about: text("The path of the request's result."),
      bytes: whole("The length of the first answer's body in bytes."),
      sha256: text("The SHA-256 of that body, in hexadecimal digits."),
    })
    .meta({ id: "AnswerSummary" }),
);
