import type { Fix } from "../../core/channel-failure.ts";
import { say, type Saying } from "../../core/sentence.ts";
import type { FaultKind } from "../../core/fault.ts";
import type { Reason } from "../../core/reason.ts";

interface ProblemWords {
  /** The problem. */
  title: string;
  /** What to do; null if the event's detail says so. */
  next: string | null;
  /** The message once it is over. */
  over: string;
}

/**
 * A fault in an event. `where` is its HTTP status and the pointer to the value that was not decoded, in parentheses.
 */
interface FaultNotified {
  kind: FaultKind;
  detail: string;
  where: string;
}

/** Capitalizes a text and ends it with a period. */
const sentence = (text: string): string =>
  text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;

/** Wording of messages for operators. */
export const en = {
  target: "A target",
  failing: {
    one: (name) => say`We can't check ${name}`,
    many: () => "can't be checked",
    heading: () => "Can't be checked",
  } as Saying,
  failed: (count: string, fault: string, step: string) =>
    `${count} checks in a row failed. Last error: ${fault}. ${step}`.trim(),
  recovered: {
    one: (name) => say`We can check ${name} again`,
    many: () => "can be checked again",
    heading: () => "Can be checked again",
  } as Saying,
  unknownVerdict: {
    one: (name) => say`We can't tell whether ${name} is live`,
    many: () => "have no clear status",
    heading: () => "No clear status",
  } as Saying,
  unknownNext: "Checks haven't given a clear answer for too long. The creator's page shows why.",
  knownVerdict: {
    one: (name) => say`We know again whether ${name} is live`,
    many: () => "have a clear status again",
    heading: () => "Clear status again",
  } as Saying,
  unknownData: {
    one: (name) => say`There's no current data for ${name}`,
    many: () => "have no current data",
    heading: () => "No current data",
  } as Saying,
  unknownDataNext: "Checks haven't given a good answer for too long.",
  knownData: {
    one: (name) => say`There's current data for ${name} again`,
    many: () => "have current data again",
    heading: () => "Current data again",
  } as Saying,
  after: (count: string) => `After ${count} failed checks`,
  fault: ({ detail }: FaultNotified) => detail,
  steps: {
    throttled: "Check it less often.",
    unreachable: "Make sure that the data service can be reached.",
    refused: "Check its IDs and the account's permissions.",
    gone: "Check its IDs.",
    malformed: "Test the connection under First steps: the service may have changed its answers.",
    unreadable: "The service may no longer send it, or may have moved it within its answers.",
    bug: "The log has details. Please report it.",
  } as Record<FaultKind, string>,
  disabled: (channel: string) => `The channel ${channel} was turned off`,
  revive: (reason: string) =>
    `${sentence(reason)} Enter a new address under Channels and turn it on, then send what it missed under Messages.`,
  channelFailing: (channel: string) => `Messages to ${channel} aren't arriving`,
  channelSays: (reason: string, fix: string, waiting: string) => `Last error: “${reason}”. ${fix} Waiting: ${waiting}.`,
  channelRecovered: (channel: string) => `Messages to ${channel} arrive again`,
  channelSends: (waiting: string) => `Sending the messages that were waiting: ${waiting}.`,
  fixes: {
    allow: "Allow Tallylight to post there: check its permissions and that it is a member of the channel.",
    token: "Enter a new bot token for the channel.",
    thread: "Enter a thread ID, or the webhook of a text channel: a forum accepts messages only in a thread.",
    address: "Check the channel's address: the destination rejects it.",
    open: "Reopen the thread or topic there, or make room in the forum. Or enter another thread.",
    refused: "The destination doesn't accept the message. Fix the error: until then, the message waits and is retried.",
    key: "Restore the key that encrypted the channel's settings, or enter the settings again.",
    message:
      "Send a test message. Rejected messages are not retried automatically: send them again once a test arrives.",
    limit:
      "Nothing to do: sending resumes when the destination allows it. If this continues, send fewer messages there.",
    wait: "Sending is retried at least every ten minutes. If this continues, check the address and the receiver.",
  } as Record<Fix, string>,
  changed: (channel: string) => `The channel ${channel} now sends elsewhere`,
  changedBy: (token: string) =>
    `${token} changed its destination. If no one on your team did this, delete that token and set the address again.`,
  // The event's English detail has the numbers. Other languages say what to do instead.
  standing: (detail: string, _next: string | null) => sentence(detail),
  lasted: (duration: string) => `The problem lasted ${duration}`,
  hello: (channel: string) => `Hello from Tallylight, ${channel}`,
  test: "This is a test: messages from Tallylight arrive here.",
  unknown: { title: "Tallylight has a problem", next: null, over: "Tallylight works again" } as ProblemWords,
  troubles: {
    tick_ahead: {
      title: "The last tick is ahead of the clock",
      next: null,
      over: "The clock has caught up",
    },
    no_ticks: { title: "Ticks were missed", next: null, over: "Ticks are running again" },
    tick_failed: { title: "Ticks are failing", next: null, over: "Ticks succeed again" },
    no_polls: { title: "Nothing is being checked", next: null, over: "Targets are checked again" },
    batches_lost: { title: "Checks are repeatedly cut off", next: null, over: "Checks are no longer cut off" },
    queue_refused: { title: "The queue rejects messages", next: null, over: "The queue accepts messages again" },
    database_quota: {
      title: "Daily database quota nearly used up",
      next: null,
      over: "The daily database quota is available again",
    },
    not_connected: { title: "No data service is connected", next: null, over: "A data service is connected" },
    budget_exceeded: {
      title: "Too few calls per minute",
      next: null,
      over: "Enough calls per minute again",
    },
    behind: { title: "Checks are falling behind", next: null, over: "Checks are on time again" },
    upstream_unauthorized: {
      title: "The data service rejects the credentials",
      next: "Correct the key or password under First steps, or in the environment. Until then, one call is made every ten minutes.",
      over: "The data service accepts the credentials again",
    },
    upstream_key_expired: {
      title: "The account's key has expired",
      next: "Renew the key at the service. Until then, one call is made every ten minutes.",
      over: "The account's key is valid again",
    },
    upstream_throttled: {
      title: "The data service asks for fewer calls",
      next: "Nothing to do: checks pause, then slowly return to normal. If this happens again, lower UPSTREAM_POLLS_PER_MINUTE.",
      over: "The data service accepts calls again",
    },
    upstream_refused: {
      title: "The data service refuses one operation",
      next: "Everything else is checked as usual.",
      over: "The data service answers every operation again",
    },
    upstream_failing: { title: "Every check fails", next: null, over: "Checks succeed again" },
    upstream_drifted: {
      title: "The data service's answers have changed",
      next: null,
      over: "The data service's answers can be read again",
    },
    upstream_suspect: {
      title: "Too many creators changed at once",
      next: "Nothing to do: alerts wait until the next check confirms the changes. If this happens again, check the data service.",
      over: "Creators no longer change all at once",
    },
    upstream_unknown: {
      title: "We can't tell who is live",
      next: null,
      over: "We know again who is live",
    },
    account_key_lost: {
      title: "The service account's encryption key is missing",
      next: null,
      over: "The service account's encryption key is back",
    },
    channel_key_lost: {
      title: "A channel's encryption key is missing",
      next: null,
      over: "Every channel's encryption key is back",
    },
    channel_failing: {
      title: "Messages to a channel aren't arriving",
      next: null,
      over: "Messages arrive at every channel again",
    },
  } as Record<Reason, ProblemWords>,
};

export type OperatorWords = typeof en;
