import { forms } from "../forms.ts";
import { backtestedShape, previewedShape } from "../shapes/telling.ts";
import type { Documented } from "../documented.ts";

const tag = "Subscriptions";

export const subscriptionsOperations: Record<string, Documented> = {
  previewSubscription: {
    tag,
    summary: "See what a subscription would send",
    description:
      "Of a subscription that is kept (`subscriptionId`) or a draft (`subscription`: only `channelId` is needed), as if it " +
      "were enabled; nothing is sent. `event` is the one that `eventId` names, else the latest that matches among the " +
      "newest 500, else one that is made up (`sample: true`). `matches` says whether the subscription takes it. " +
      "`payload.body` is the JSON that is sent; addresses, tokens and signatures are left out. `text` is how it reads.",
    body: forms.preview,
    status: 200,
    reply: { description: "The event, its payload and how it reads", schema: previewedShape },
    refusals: [404, 409],
  },
  backtestSubscription: {
    tag,
    summary: "See what a subscription would have sent",
    description:
      "Over the stored events detected from `since` to `until`, the latest 10,000 of them (`truncated`: there were more). " +
      "Filters, cooldown, grouping and quiet hours count; silences and failures do not. `matched`, `edits`, `suppressed` " +
      "and `held` count events, `messages` what would have arrived anew, summaries included. `byDay` and `atNight` (22:00 " +
      "to 07:00) go by the time zone of the quiet hours, else UTC.",
    body: forms.backtest,
    status: 200,
    reply: { description: "How much it would have told, and when", schema: backtestedShape },
    refusals: [404],
  },
};
