import { replayedShape, deliveryInFullShape, deliveryShape } from "../../../src/features/messages/shape.ts";
import { testedShape } from "../../../src/features/channels/shape.ts";
import type { Documented } from "../documented.ts";
import { pageShape } from "../schema.ts";
import { forms } from "../forms.ts";
import { digestRunShape, previewedDigestShape } from "../../../src/features/digests/shape.ts";
import { backtestedShape, previewedShape } from "../../../src/features/alerts/shape.ts";
import { eventShape } from "../shapes/events.ts";

export const channelsOperations: Record<string, Documented> = {
  testChannel: {
    tag: "Channels",
    summary: "Send a test message",
    description:
      "Sends a message at once, without mentions and without creating a delivery. If it doesn't arrive, the answer is a 200 with `ok: false`.",
    status: 200,
    reply: { description: "The result", schema: testedShape },
    refusals: [415],
  },
  replayDead: {
    tag: "Channels",
    summary: "Replay all undelivered messages",
    description:
      "Creates a new delivery for each one that is dead, or that was suppressed because the channel was disabled, and that was not " +
      "replayed yet: oldest first, up to 1,000 per request. `more` says " +
      "whether some are left. Answers 409 while the channel is disabled.",
    status: 200,
    reply: { description: "The new deliveries, each with the one it repeats", schema: replayedShape },
    refusals: [409, 415],
  },
};

export const deliveriesOperations: Record<string, Documented> = {
  listDeliveries: {
    tag: "Deliveries",
    summary: "List deliveries, newest first",
    status: 200,
    reply: { description: "A page of deliveries, with every attempt", schema: () => pageShape(deliveryShape()) },
  },
  getDelivery: {
    tag: "Deliveries",
    summary: "Read a delivery",
    description: "Includes the last attempt's request and response, each up to 4 KB and without secrets.",
    status: 200,
    reply: { description: "The delivery, with every attempt", schema: deliveryInFullShape },
  },
  replayDelivery: {
    tag: "Deliveries",
    summary: "Replay a delivery",
    description: "Creates a new delivery with the same events. Answers 409 while the channel is disabled.",
    status: 201,
    reply: { description: "The new delivery", schema: deliveryShape },
    refusals: [409, 415],
  },
};

export const digestsOperations: Record<string, Documented> = {
  previewDigest: {
    tag: "Digests",
    summary: "Preview a digest",
    description:
      "Nothing is sent. The period ends now, unless `period` is a calendar period. With `perWatchlist`, the message of `watchlistId` is shown, or that of the first watchlist by name. `data` has the data of each section, `messages` what would be sent, without " +
      "addresses, tokens and signatures, and `pictures` the charts as SVG for light and dark backgrounds.",
    body: forms.digestPreview,
    status: 200,
    reply: { description: "The period, its data, messages and pictures", schema: previewedDigestShape },
    refusals: [409, 415],
  },
  runDigest: {
    tag: "Digests",
    summary: "Send a digest now",
    description:
      "The period ends now. The schedule doesn't change. Answers 409 while the channel is disabled. With `perWatchlist`, " +
      "there is a delivery for each watchlist: the answer is the first of them, and `deliveries` has all.",
    status: 201,
    reply: { description: "The delivery that carries it", schema: digestRunShape },
    refusals: [409, 415],
  },
};

export const subscriptionsOperations: Record<string, Documented> = {
  previewSubscription: {
    tag: "Subscriptions",
    summary: "Preview a subscription",
    description:
      "Previews a stored subscription (`subscriptionId`) or a draft (`subscription`: only `channelId` is required) as if it were enabled. Nothing is sent. `event` is the one that `eventId` names, else the latest match among the newest 500 events, else an example (`sample: true`). `matches` says whether the subscription matches it. `payload.body` is the JSON that would be sent; addresses, tokens and signatures are left out. `text` is the readable message.",
    body: forms.preview,
    status: 200,
    reply: { description: "The event, its payload and its text", schema: () => previewedShape(eventShape()) },
    refusals: [404, 409],
  },
  backtestSubscription: {
    tag: "Subscriptions",
    summary: "Backtest a subscription",
    description:
      "Counts what a subscription would have sent for the stored events detected from `since` to `until`, up to the latest 10,000 (`truncated` if there were more). Filters, cooldown, grouping and quiet hours apply; silences and failures don't. `matched`, `edits`, `suppressed` and `held` count events; `messages` counts new messages, summaries included. `byDay` and `atNight` (22:00 to 07:00) use the time zone of the quiet hours, else UTC.",
    body: forms.backtest,
    status: 200,
    reply: { description: "How much would have been sent, and when", schema: backtestedShape },
    refusals: [404],
  },
};
