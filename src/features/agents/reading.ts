import * as z from "zod";
import { surgeTypes } from "../../kinds/events.ts";
import { isObject, type JsonObject, objectIn, objectsIn, textIn } from "../../core/json.ts";
import { bodyFrom, itemsFrom } from "../../http/inside.ts";
import { creatorNamed, creatorsNamed, listId, outside, paged, queryOf, type Tool } from "./tool.ts";

export const list = () =>
  z.string().max(200).optional().describe("A list by name or id. Without it: all that you may see.");
export const creator = () => z.string().min(1).max(200).describe("A creator by name, @handle, user id or id (tgt_…).");
export const page = () => z.int().min(1).max(500).default(1).describe("The page, of 20 rows.");
const instant = (about: string) =>
  z.iso.datetime({ offset: true }).optional().describe(`${about}, ISO 8601 with a time zone.`);

/** A creator as agents see one. `state` says unknown where nothing is known. */
function briefOf(target: JsonObject): JsonObject {
  const [status, params] = [objectIn(target["status"]), objectIn(target["params"])];
  const isKnown = status["unknownSince"] === null && status["lastOkAt"] !== null;
  const verdict = status["verdict"] === "on" ? "live" : status["verdict"] === "paused" ? "live, paused" : "not live";
  return {
    id: target["id"] ?? null,
    name: outside(target["name"]),
    handle: outside(params["handle"]),
    userId: params["userId"] ?? null,
    listId: target["watchlistId"] ?? null,
    state: target["enabled"] === false ? "not watched (paused)" : isKnown ? verdict : "unknown",
    since: status["since"] ?? null,
    lastCheckedAt: status["lastOkAt"] ?? null,
    unknownSince: status["unknownSince"] ?? null,
  };
}

/** An event as agents see one. */
const eventOf = (event: JsonObject): JsonObject => ({
  id: event["id"] ?? null,
  type: event["type"] ?? null,
  creator: outside(objectIn(event["target"])["name"]),
  targetId: event["targetId"] ?? null,
  occurredAt: event["occurredAt"] ?? null,
  detectedAt: event["detectedAt"] ?? null,
  window: event["window"] ?? null,
  data: markedIn(objectIn(event["data"])),
  ...(isObject(event["claim"]) ? { claimedBy: outside(event["claim"]["name"]) } : {}),
});

const OWN = /^(?:[a-z]+_[0-9a-z]{20,}|\d{4}-\d\d-\d\dT.*|-?\d+(?:\.\d+)?|[a-z]+)$/;

/** Data with its texts marked, but for ids, instants, numbers and our own words. */
function markedIn(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      typeof value === "string" && !OWN.test(value) ? outside(value) : isObject(value) ? markedIn(value) : value,
    ]),
  );
}

const whoIsLive: Tool = {
  name: "who_is_live",
  title: "Who is live",
  description: "Creators who are live now, since when, and how many are unknown. Unknown is not counted as not live.",
  changes: false,
  form: () => z.object({ list: list(), page: page() }),
  async run({ list: wanted, page: at }, { api }) {
    const watchlistId = await listId(api, wanted);
    const [status, targets] = await Promise.all([
      bodyFrom(api, "GET", `/v1/status?${queryOf({ watchlistId })}`),
      itemsFrom(api, `/v1/targets?${queryOf({ kind: "live", watchlistId })}`, 5000),
    ]);
    const briefs = targets.map(briefOf);
    const of = (state: string) => briefs.filter((one) => textIn(one["state"]).startsWith(state));
    const started = new Map(
      objectsIn(status["liveNow"]).map((one) => [textIn(one["targetId"]), one["startedAt"] ?? null]),
    );
    const rows = of("live").map((one) => ({ ...one, startedAt: started.get(textIn(one["id"])) ?? null }));
    return {
      asOf: status["lastTickAt"] ?? null,
      live: rows.length,
      unknown: of("unknown").length,
      notLive: of("not live").length,
      paused: of("not watched").length,
      ...paged([...rows, ...of("unknown")], Number(at)),
    };
  },
};

const whatHappened: Tool = {
  name: "what_happened",
  title: "What happened",
  description:
    "Events, newest first: starts and ends of streams, ranks, hashtags, products, problems. `window` says between which two checks it happened.",
  changes: false,
  form: () =>
    z.object({
      creator: creator().optional(),
      list: list(),
      type: z.string().max(60).optional().describe("An event type, or a prefix such as live.*."),
      since: instant("Start of the period"),
      until: instant("End of the period"),
      page: page(),
    }),
  async run({ creator: who, list: wanted, type, since, until, page: at }, { api }) {
    const watchlistId = await listId(api, wanted);
    const targets = typeof who === "string" ? await creatorsNamed(api, who) : [];
    if (typeof who === "string" && targets.length === 0) await creatorNamed(api, who);
    const query = queryOf({ type, since, until });
    const paths =
      targets.length > 0
        ? targets.slice(0, 5).map(({ id }) => `/v1/targets/${textIn(id)}/events?${query}`)
        : [`/v1/events?${query}&${queryOf({ watchlistId })}`];
    const events = (await Promise.all(paths.map((path) => itemsFrom(api, path, 200)))).flat();
    events.sort((a, b) => (textIn(a["detectedAt"]) < textIn(b["detectedAt"]) ? 1 : -1));
    return { ...paged(events.map(eventOf), Number(at)), cut: events.length >= 200 };
  },
};

const whyNotSent: Tool = {
  name: "why_not_sent",
  title: "Why an alert was not sent",
  description:
    "What became of events about a creator: each delivery with its status and reason, and events that no alert asked for. Also says if nothing was detected, and whether the creator's state was known.",
  changes: false,
  form: () =>
    z.object({
      creator: creator().optional(),
      eventId: z.string().max(60).optional().describe("One event, instead of a creator."),
      since: instant("Start of the period"),
      until: instant("End of the period"),
    }),
  async run({ creator: who, eventId, since, until }, { api }) {
    const one = typeof who === "string" ? await creatorNamed(api, who) : null;
    const events =
      typeof eventId === "string"
        ? [await bodyFrom(api, "GET", `/v1/events/${encodeURIComponent(eventId)}`)]
        : one === null
          ? []
          : objectsIn(
              (
                await bodyFrom(
                  api,
                  "GET",
                  `/v1/targets/${textIn(one["id"])}/events?${queryOf({ since, until, limit: 20 })}`,
                )
              )["items"],
            );
    const rows = await Promise.all(
      events.map(async (event): Promise<JsonObject> => {
        const query = queryOf({ eventId: event["id"] ?? "", limit: 20 });
        const { status, body } = await api("GET", `/v1/deliveries?${query}`);
        const deliveries = status === 200 ? objectsIn(body["items"]).map(deliveryOf) : null;
        const why = deliveries === null ? `Not known: ${textIn(body["detail"])}` : conclusionOf(deliveries);
        return { ...eventOf(event), deliveries, conclusion: why };
      }),
    );
    return { creator: one === null ? null : briefOf(one), events: rows, found: rows.length, note: NOTHING_FOUND };
  },
};

const conclusionOf = ([first]: JsonObject[]): string =>
  first === undefined
    ? "There is no delivery: no alert asked for this event, or it is older than what is kept."
    : textIn(first["status"]);

const NOTHING_FOUND =
  "No event means that no check saw a change: compare the creator's state and lastCheckedAt. what_happened with type target.* shows times without an answer.";

const deliveryOf = (delivery: JsonObject): JsonObject => ({
  id: delivery["id"] ?? null,
  channelId: delivery["channelId"] ?? null,
  status: delivery["status"] ?? null,
  reason: outside(delivery["reason"] ?? objectsIn(delivery["attempts"]).at(-1)?.["error"]),
  sentAt: delivery["sentAt"] ?? null,
  nextAttemptAt: delivery["nextAttemptAt"] ?? null,
});

const findCreators: Tool = {
  name: "find_creators",
  title: "Find creators",
  description: "Creators by part of their name, by @handle or id, with their state.",
  changes: false,
  form: () =>
    z.object({
      text: z.string().max(200).default("").describe("What to look for; empty for all."),
      list: list(),
      page: page(),
    }),
  async run({ text, list: wanted, page: at }, { api }) {
    const watchlistId = await listId(api, wanted);
    const all =
      textIn(text) === ""
        ? await itemsFrom(api, `/v1/targets?${queryOf({ kind: "live", watchlistId })}`, 5000)
        : await creatorsNamed(api, textIn(text));
    const rows = all.filter((one) => watchlistId === undefined || one["watchlistId"] === watchlistId);
    return { found: rows.length, ...paged(rows.map(briefOf), Number(at)) };
  },
};

const aboutCreator: Tool = {
  name: "about_creator",
  title: "About one creator",
  description: "State, usual hours, last streams and ranks of one creator. Durations are seconds.",
  changes: false,
  form: () => z.object({ creator: creator() }),
  async run({ creator: who }, { api }) {
    const one = await creatorNamed(api, textIn(who));
    const [sessions, rankings] = await Promise.all([
      bodyFrom(api, "GET", `/v1/targets/${textIn(one["id"])}/sessions?limit=10`),
      itemsFrom(api, "/v1/targets?kind=ranking", 1000),
    ]);
    const userId = objectIn(one["params"])["userId"];
    const own = rankings.filter(({ params }) => userId !== undefined && objectIn(params)["userId"] === userId);
    return {
      ...briefOf(one),
      usualHours: one["usualHours"] ?? null,
      expected: one["expected"] ?? null,
      lastStreams: objectsIn(sessions["items"]).map((session) => ({ ...session, title: outside(session["title"]) })),
      ranks: own.map((ranking) => ({
        asOf: objectIn(ranking["status"])["lastOkAt"] ?? null,
        rankings: objectsIn(objectIn(ranking["snapshot"])["rankings"]).map((row) => ({
          ...row,
          title: outside(row["title"]),
        })),
      })),
    };
  },
};

const airtime: Tool = {
  name: "airtime",
  title: "Airtime and goals of a month",
  description:
    "Hours, valid days, streams, viewers and goals of each creator in a period. `coverage` is the share of the period in which the state was known: below 1 the true airtime can be higher. `missedOnly` keeps those whose goal is behind or missed.",
  changes: false,
  form: () =>
    z.object({
      period: z.string().max(40).default("thisMonth").describe("2027-03, 2027-W10, lastMonth or thisMonth."),
      list: list(),
      creator: creator().optional(),
      missedOnly: z.boolean().default(false),
      page: page(),
    }),
  async run({ period, list: wanted, creator: who, missedOnly, page: at }, { api, now }) {
    const watchlistId = await listId(api, wanted);
    const month = period === "thisMonth" ? new Date(now).toISOString().slice(0, 7) : period;
    const report = await bodyFrom(api, "GET", `/v1/reports/airtime?${queryOf({ period: month, watchlistId })}`);
    const ids = typeof who === "string" ? (await creatorsNamed(api, who)).map(({ id }) => id) : null;
    const rows = objectsIn(report["rows"] ?? report["items"] ?? report["creators"])
      .filter(({ targetId }) => ids === null || ids.includes(targetId!))
      .filter(({ goal }) => missedOnly !== true || ["behind", "missed"].includes(textIn(objectIn(goal)["state"])));
    const shown = rows.map((row) => ({
      ...row,
      name: outside(row["name"]),
      handle: outside(row["handle"]),
      bestPlaces: objectsIn(row["bestPlaces"]).map((one) => ({ ...one, title: outside(one["title"]) })),
    }));
    return {
      period: report["period"] ?? month ?? null,
      timezone: report["timezone"] ?? null,
      totals: report["totals"] ?? null,
      ...paged(shown, Number(at)),
    };
  },
};

const trends: Tool = {
  name: "trends",
  title: "What grows",
  description:
    "What grew most, by the surges that were noticed in a period (default: seven days). `percent` is the growth within its window.",
  changes: false,
  form: () => z.object({ list: list(), since: instant("Start of the period"), page: page() }),
  async run({ list: wanted, since, page: at }, { api, now }) {
    const watchlistId = await listId(api, wanted);
    const from = typeof since === "string" ? since : new Date(now - 7 * 86_400_000).toISOString();
    const lists = await Promise.all(
      surgeTypes.map((type) => itemsFrom(api, `/v1/events?${queryOf({ type, since: from, watchlistId })}`, 200)),
    );
    const rows = lists
      .flat()
      .sort((a, b) => Number(objectIn(b["data"])["percent"]) - Number(objectIn(a["data"])["percent"]));
    return { since: from, ...paged(rows.map(eventOf), Number(at)) };
  },
};

export const readingTools: Tool[] = [whoIsLive, whatHappened, whyNotSent, findCreators, aboutCreator, airtime, trends];
