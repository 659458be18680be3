import type { Documented } from "../documented.ts";

const tag = "Feeds";

const refusals = [404, 429];

export const feedsOperations: Record<string, Documented> = {
  getLiveCalendar: {
    tag,
    summary: "Broadcasts as a calendar to subscribe to",
    description:
      "Those of the last thirty days and those that last, 200 at the most, of the key's watchlist or of all. Where many ask, up to 30 seconds old.",
    status: 200,
    reply: { description: "An iCalendar", media: "text/calendar" },
    refusals,
  },
  getForecastCalendar: {
    tag,
    summary: "Broadcasts that are expected as a calendar to subscribe to",
    description:
      "Of the next two weeks, by the hours at which creators usually go live, with how sure that is: of 400 creators at the " +
      "most, and 1,000 broadcasts, of the key's watchlist or of all.",
    status: 200,
    reply: { description: "An iCalendar", media: "text/calendar" },
    refusals,
  },
  getEventFeed: {
    tag,
    summary: "What happened as an Atom feed",
    description:
      "The latest fifty events of the key's watchlist, or of all; those for operators only where it is for all.",
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
