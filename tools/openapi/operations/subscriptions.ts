import { forms } from "../forms.ts";
import { backtestedShape, previewedShape } from "../../../src/features/alerts/shape.ts";
import type { Documented } from "../documented.ts";
import { eventShape } from "../shapes/events.ts";

const tag = "Subscriptions";

export const subscriptionsOperations: Record<string, Documented> = {
  previewSubscription: {
    tag,
    summary: "Preview a subscription",
    description:
      "Previews a stored subscription (`subscriptionId`) or a draft (`subscription`: only `channelId` is required) as if it were enabled. Nothing is sent. `event` is the one that `eventId` names, else the latest match among the newest 500 events, else an example (`sample: true`). `matches` says whether the subscription matches it. `payload.body` is the JSON that would be sent; addresses, tokens and signatures are left out. `text` is the readable message.",
    body: forms.preview,
    status: 200,
    reply: { description: "The event, its payload and its text", schema: () => previewedShape(eventShape()) },
    refusals: [404, 409],
  },
  backtestSubscription: {
    tag,
    summary: "Backtest a subscription",
    description:
      "Counts what a subscription would have sent for the stored events detected from `since` to `until`, up to the latest 10,000 (`truncated` if there were more). Filters, cooldown, grouping and quiet hours apply; silences and failures don't. `matched`, `edits`, `suppressed` and `held` count events; `messages` counts new messages, summaries included. `byDay` and `atNight` (22:00 to 07:00) use the time zone of the quiet hours, else UTC.",
    body: forms.backtest,
    status: 200,
    reply: { description: "How much would have been sent, and when", schema: backtestedShape },
    refusals: [404],
  },
};
