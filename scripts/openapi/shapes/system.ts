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
      lastTickAt: atOrNull("The time of the last tick; null where none ever came."),
      lastPollAt: atOrNull("When a batch of polls was last finished; null where none ever was."),
      reasons: z.array(z.string()).describe(reasons),
      detail: text("Which variables are wrong, where the configuration is.").optional(),
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
    since: atOrNull("Since when it has been so; null where nothing is wrong."),
    until: atOrNull("Before this instant nothing is called; null where nothing is held back."),
    detail: textOrNull("What it means and what to do; null where nothing is wrong."),
  }),
);

const budget = lazy(() =>
  z.strictObject({
    perMinute: whole("Calls a minute that UPSTREAM_POLLS_PER_MINUTE allows."),
    used: whole("Calls of these that are spent."),
    left: whole("Calls that may be made at once."),
    asked: number("Calls a minute that the targets' intervals ask for; beyond `perMinute` they wait longer."),
  }),
);

const deliveries = lazy(() =>
  z.strictObject({
    pending: whole("How many wait to be sent."),
    sent: whole("How many of the latest 1,000 arrived."),
    dead: whole("How many of the latest 1,000 will never arrive."),
    suppressed: whole("How many of the latest 1,000 were not to be sent."),
    held: whole("How many of the latest 1,000 wait for the end of quiet hours."),
  }),
);

const counts = lazy(() =>
  z.strictObject({
    targets: z.record(z.string(), z.int()).describe("Targets by kind."),
    channels: whole("Channels."),
    subscriptions: whole("Subscriptions."),
    events: whole("Events that were ever found."),
    deliveries: deliveries().describe("Deliveries by status."),
  }),
);

const live = lazy(() =>
  z.strictObject({
    targetId: text("The id of the target that is on air."),
    name: text("The target's name."),
    roomId: textOrNull("The room of the broadcast; null where the service named none."),
    startedAt: atOrNull("When the broadcast began, as far as polling saw."),
    unknownSince: atOrNull("Since when nobody knows whether it lasts: it was live until then. Null while it is known."),
  }),
);

const trouble = lazy(() =>
  z.strictObject({
    reason: text("The code, as in /healthz."),
    since: atOrNull("Since when it has stood; null where nobody knows."),
    detail: text("What is wrong and what to do about it."),
  }),
);

const pending = lazy(() =>
  z.strictObject({
    polls: whole("Polls that are claimed or due now and not yet done."),
    deliveries: whole("Deliveries that are claimed or due now and not yet done."),
  }),
);

const encryptionKey = lazy(() =>
  z.strictObject({
    id: textOrNull("The key's id in ENCRYPTION_KEYS; null for what is no ciphertext."),
    given: z.boolean().describe("Whether ENCRYPTION_KEYS contains a key with this ID."),
    seals: z.boolean().describe("Whether it is the first key, which encrypts new secrets."),
    channels: whole("Channels whose settings it sealed."),
    account: z.boolean().describe("Whether it encrypts the data service account."),
    removable: z
      .boolean()
      .describe("Whether nothing needs it any more, so that it can be removed from ENCRYPTION_KEYS."),
  }),
);

const unopened = lazy(() =>
  z.strictObject({
    channelId: textOrNull("The channel whose settings no key opens; null for the account of the polled service."),
    name: text("The channel's name; empty for the account."),
    keyId: textOrNull("The id of the key that sealed it; null for what is no ciphertext."),
  }),
);

export const sealedAnewShape = lazy(() =>
  z
    .strictObject({
      sealed: whole("How many things were sealed anew."),
      left: whole("How many an earlier key still seals that this request did not try."),
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
      lagSeconds: number("Seconds that a target waits past its due time, at the last tick: the longest of all."),
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
      lastTickAt: atOrNull("The time of the last tick; null where none ever came."),
    })
    .meta({ id: "Status" }),
);

const actor = lazy(() =>
  z.strictObject({
    tokenId: textOrNull("The token's id; null for `ADMIN_TOKEN`, and where a sign-in failed."),
    name: text("The token's name; `nobody` where a sign-in failed."),
  }),
);

export const auditShape = lazy(() =>
  z
    .strictObject({
      at: at("When, by the wall clock."),
      actor: actor().describe("Who made the request."),
      operation: text("The operation's id in this document, such as `changeTarget`."),
      subject: textOrNull("The id of what was changed or made; null where it is about no single thing."),
      request: anything("What was asked for, without secrets and cut where it is long, or in a word what was done."),
      status: wholeOrNull("The HTTP status of the answer; null for what an older version wrote."),
      address: textOrNull("The IP address that it came from; null where nobody knows."),
    })
    .meta({ id: "AuditEntry" }),
);

export const signInShape = lazy(() =>
  z
    .strictObject({
      id: text("Of this sign-in."),
      name: text("The name of the token that was signed in with; `ADMIN_TOKEN` for that one."),
      createdAt: at("When it began."),
      lastSeenAt: at("When it was last used, to five minutes."),
      address: textOrNull("The IP address that it was last used from; null where nobody knows."),
      agent: textOrNull("What the browser calls itself (`User-Agent`); null where it does not."),
    })
    .meta({ id: "SignIn" }),
);

/** What stands for a long answer where its request is repeated. */
export const summaryShape = lazy(() =>
  z
    .strictObject({
      status: whole("The HTTP status of the first answer."),
      about: text("The path where what came of the request is."),
      bytes: whole("The length of the first answer's body in bytes."),
      sha256: text("The SHA-256 of that body, in hexadecimal digits."),
    })
    .meta({ id: "AnswerSummary" }),
);
