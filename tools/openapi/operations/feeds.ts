import * as z from "zod";
import type { Documented } from "../documented.ts";
import { lazy } from "../../../src/core/lazy.ts";
import { forms } from "../forms.ts";

const tag = "Feeds";

const refusals = [404, 429];

export const feedsOperations: Record<string, Documented> = {
  getLiveCalendar: {
    tag,
    summary: "Get streams as a calendar",
    description:
      "Ongoing streams and those of the last 30 days, up to 200, of the key's watchlist or of all. With many requests, the answer can be up to 30 seconds old.",
    status: 200,
    reply: { description: "An iCalendar", media: "text/calendar" },
    refusals,
  },
  getClientReport: {
    tag,
    summary: "Get the airtime report of a month for a client",
    description:
      "A page to read and to print on A4, in the key's language, with its agency's name and logo. The key needs `report`; others are 404. It can be up to ten minutes old.",
    status: 200,
    reply: { description: "The report", media: "text/html" },
    refusals: [400, 404, 422, 429],
  },
  getForecastCalendar: {
    tag,
    summary: "Get expected streams as a calendar",
    description:
      "Streams expected in the next two weeks, from the hours at which creators usually go live, with the confidence. Up to 400 " +
      "creators and 1,000 streams, of the key's watchlist or of all.",
    status: 200,
    reply: { description: "An iCalendar", media: "text/calendar" },
    refusals,
  },
  getEventFeed: {
    tag,
    summary: "Get events as an Atom feed",
    description:
      "The latest 50 events of the key's watchlist or of all. Operator events are included only if the key is for all.",
    status: 200,
    reply: { description: "An Atom feed", media: "application/atom+xml" },
    refusals,
  },
  getBadge: {
    tag,
    summary: "Get a badge that shows whether a creator is live",
    status: 200,
    reply: { description: "The badge", media: "image/svg+xml" },
    refusals,
  },
};

const hintedShape = lazy(() =>
  z
    .strictObject({
      targetIds: z.array(z.string()).describe("The targets that the hint names."),
      polling: z
        .boolean()
        .describe(
          "Whether one of them is polled now. False if another hint had each polled within the last ten seconds, or while the service refuses calls.",
        ),
    })
    .meta({ id: "Hinted" }),
);

export const hooksOperations: Record<string, Documented> = {
  hint: {
    tag: "Hooks",
    summary: "Hint that a target should be checked now",
    description:
      "Name one target, by `targetId`, `userId` or `handle`, in the query or in the body (JSON or a form). With a query, the body is ignored. The target is polled within two seconds, at most once in ten seconds because of hints. Nothing that the caller claims is believed: events come from the poll alone. A hook takes at most a quarter of the budget (calls a minute), and all hooks together half; beyond it, or where the budget is used up, the answer is 429 with `Retry-After`. A target that is not in the hook's watchlist is as one that does not exist (422); one that is paused is 409.",
    body: forms.hint,
    status: 202,
    reply: { description: "The hint was accepted", schema: hintedShape },
    refusals: [409, 429],
  },
};
