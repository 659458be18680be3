import type { Fix } from "../../core/channel-failure.ts";
import { say, type Saying } from "../../core/say.ts";
import type { FaultKind } from "../../core/fault.ts";
import type { Reason } from "../../core/reason.ts";

interface TroubleWords {
  /** What is wrong. */
  title: string;
  /** What to do next; null where the event's own detail says it. */
  next: string | null;
  /** That it is over. */
  over: string;
}

/** A fault as its event tells it; `where` is its HTTP status and the pointer to what did not decode, in brackets. */
interface FaultTold {
  kind: FaultKind;
  detail: string;
  where: string;
}

/** Words as a sentence of their own. */
const sentence = (text: string): string =>
  text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;

/** What whoever runs Tallylight is told. */
export const en = {
  target: "A target",
  failing: {
    one: (name) => say`${name} cannot be read`,
    many: () => "cannot be read",
    heading: () => "Cannot be read",
  } as Saying,
  failed: (count: string, fault: string, step: string) =>
    `${count} tries in a row failed; the last one: ${fault}. ${step}`.trim(),
  recovered: {
    one: (name) => say`${name} can be read again`,
    many: () => "can be read again",
    heading: () => "Can be read again",
  } as Saying,
  unknownVerdict: {
    one: (name) => say`We can't tell whether ${name} is live`,
    many: () => "may be live or not: we can't tell",
    heading: () => "Unknown",
  } as Saying,
  unknownNext: "The checks have not said so for too long. The creator's page shows why.",
  knownVerdict: {
    one: (name) => say`We know again whether ${name} is live`,
    many: () => "can be checked again",
    heading: () => "Known again",
  } as Saying,
  after: (count: string) => `After ${count} failed tries`,
  fault: ({ detail }: FaultTold) => detail,
  steps: {
    throttled: "Poll it less often.",
    unreachable: "Look whether the polled service can be reached.",
    refused: "Look whether its ids are right, and what the account may do.",
    gone: "Look whether its ids are right.",
    malformed: "Compare an answer (POST /v1/upstream/probe) with the operation's pointers.",
    bug: "The log says more; please report it.",
  } as Record<FaultKind, string>,
  disabled: (channel: string) => `The channel ${channel} was disabled`,
  revive: (reason: string, channelId: string) =>
    `${sentence(reason)} Give it a new address and enable it (PATCH /v1/channels/${channelId}), then replay what it missed (POST …/replay-dead).`,
  channelFailing: (channel: string) => `Messages to ${channel} do not arrive`,
  channelSays: (reason: string, fix: string, waiting: string) =>
    `The destination says: “${reason}”. ${fix} Waiting: ${waiting}.`,
  channelRecovered: (channel: string) => `Messages to ${channel} arrive again`,
  channelSends: (waiting: string) => `Messages that waited are being sent now: ${waiting}.`,
  fixes: {
    allow: "Allow Tallylight to post there: check its permissions, and that it is a member of the channel.",
    token: "Give the channel a new bot token.",
    thread:
      "Give the channel the id of a thread (threadId), or the webhook of a text channel: a forum takes messages only in a thread.",
    address: "Check the channel's address: the destination refuses it.",
    key: "Give ENCRYPTION_KEYS the key that sealed the channel's settings, or enter the settings again.",
    message:
      "Send a test message. Refused messages are not sent again by themselves: send them again once a test arrives (replay-dead).",
    limit: "Nothing to do: sending resumes when the destination allows it. If it lasts, send fewer messages there.",
    wait: "Nothing to do yet: it is tried again at least every ten minutes. If it lasts, check the address and the receiver.",
  } as Record<Fix, string>,
  changed: (channel: string) => `The channel ${channel} goes elsewhere now`,
  changedBy: (token: string) =>
    `Its destination was changed by ${token}. If nobody here did that, delete that token and set the address anew.`,
  // What the event says itself has the numbers in it; languages that have none of it say what to do.
  standing: (detail: string, _next: string | null) => sentence(detail),
  lasted: (duration: string) => `It lasted ${duration}`,
  drifted: (operation: string, path: string) =>
    `Most answers of ${operation} no longer decode${path === "" ? "" : ` at ${path}`}. Compare one (POST /v1/upstream/probe) with its pointers in UPSTREAM_OPERATIONS.`,
  hello: (channel: string) => `Hello from Tallylight, ${channel}`,
  test: "This is a test: messages from Tallylight arrive here.",
  unknown: { title: "Tallylight is not well", next: null, over: "Tallylight is well again" } as TroubleWords,
  troubles: {
    tick_ahead: {
      title: "The last tick is ahead of the clock",
      next: null,
      over: "The clock has caught up with the ticks",
    },
    no_ticks: { title: "Ticks were missing", next: null, over: "Ticks come again" },
    tick_failed: { title: "Ticks fail", next: null, over: "Ticks end well again" },
    no_polls: { title: "Nothing is polled", next: null, over: "Targets are polled again" },
    batches_lost: { title: "Polls are lost again and again", next: null, over: "Polls are no longer lost" },
    queue_refused: { title: "The queue takes no messages", next: null, over: "The queue takes messages again" },
    database_quota: {
      title: "Today's database rows are nearly used up",
      next: null,
      over: "The database has rows again",
    },
    not_connected: { title: "No service is connected", next: null, over: "A service is connected" },
    budget_exceeded: {
      title: "More is asked than the budget can poll",
      next: null,
      over: "The budget is enough again",
    },
    behind: { title: "Polls fall behind", next: null, over: "Polls come on time again" },
    upstream_unauthorized: {
      title: "The polled service refuses the credentials",
      next: "Set UPSTREAM_USERNAME and UPSTREAM_PASSWORD. Until they are right, one careful call is made every ten minutes.",
      over: "The polled service takes the credentials again",
    },
    upstream_key_expired: {
      title: "The account's key session has expired",
      next: "Renew the key at the service. Until then one careful call is made every ten minutes.",
      over: "The account's key session is good again",
    },
    upstream_throttled: {
      title: "The polled service asks for fewer calls",
      next: "Nothing needs to be done: polling waits, then creeps back. If it comes again, lower UPSTREAM_POLLS_PER_MINUTE.",
      over: "The polled service may be called again",
    },
    upstream_failing: { title: "Every poll fails", next: null, over: "Polls succeed again" },
    upstream_drifted: {
      title: "The polled service answers in another shape",
      next: null,
      over: "The polled service's answers can be read again",
    },
    upstream_suspect: {
      title: "Too many creators flipped at once",
      next: "Nothing needs to be done: they are held back until the next poll confirms or denies them. Look at the service if this comes again.",
      over: "Creators no longer flip all at once",
    },
    upstream_unknown: {
      title: "We can't tell who is live",
      next: null,
      over: "We know again who is live",
    },
    account_key_lost: {
      title: "The key of the service's account is lost",
      next: null,
      over: "The key of the service's account is there again",
    },
    channel_key_lost: { title: "A channel's key is lost", next: null, over: "Every channel's key is there again" },
    channel_failing: {
      title: "Messages to a channel do not arrive",
      next: null,
      over: "Messages arrive at every channel again",
    },
  } as Record<Reason, TroubleWords>,
};

export type OperatorWords = typeof en;
