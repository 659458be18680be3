import type { Documented } from "../documented.ts";

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
