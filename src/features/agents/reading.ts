import * as z from "zod";
import { isObject, type JsonObject, objectIn, objectsIn, textIn } from "../../core/json.ts";
import { bodyFrom, itemsFrom } from "../../http/inside.ts";
import { creatorNamed, creatorsNamed, listId, marked, MAX_FOUND, outside, paged, queryOf, type Tool } from "./tool.ts";

export const list = () =>
  z.string().max(200).optional().describe("A list by name or id. Without it: all that you may see.");
export const creator = () => z.string().min(1).max(200).describe("A creator by name, @handle, user id or id (tgt_…).");
export const page = () => z.int().min(1).max(500).default(1).describe("The page, of 20 rows.");
export const instant = (about: string) =>
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
export const eventOf = (event: JsonObject): JsonObject => ({
  id: event["id"] ?? null,
  type: event["type"] ?? null,
  creator: outside(objectIn(event["target"])["name"]),
  targetId: event["targetId"] ?? null,
  occurredAt: event["occurredAt"] ?? null,
  detectedAt: event["detectedAt"] ?? null,
  window: event["window"] ?? null,
  data: marked(event["data"] ?? {}),
  ...(isObject(event["claim"]) ? { claimedBy: outside(event["claim"]["name"]) } : {}),
});

const whoIsLive: Tool = {
  name: "who_is_live",
  title: "Who is live",
  description: "Creators who are live now, since when, and how many are unknown. Unknown is not counted as not live.",
  changes: false,
  form: () => z.strictObject({ list: list(), page: page() }),
  async run({ list: wanted, page: at }, { api, unknown }) {
    const watchlistId = await listId(api, wanted);
    // Nobody who is limited sees the status of all lists.
    const { body: status } = await api("GET", `/v1/status?${queryOf({ watchlistId })}`);
    const watched = Number(objectIn(objectIn(status["counts"])["targets"])["live"] ?? 0);
    if (watched > MAX_READ) return liveOfMany(status, watched, await unknown(watchlistId ?? null), Number(at));
    const targets = await itemsFrom(api, `/v1/targets?${queryOf({ kind: "live", watchlistId })}`, MAX_READ);
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

/** Creators that are read one by one. Of more, only those who are live are. */
const MAX_READ = 1000;

/** Who is live of very many creators: the status names up to 100. */
function liveOfMany(status: JsonObject, watched: number, unknown: number, page: number): JsonObject {
  const known = objectsIn(status["liveNow"]).filter(({ unknownSince }) => unknownSince === null);
  const rows = known.map((one) => ({
    id: one["targetId"] ?? null,
    name: outside(one["name"]),
    state: "live",
    startedAt: one["startedAt"] ?? null,
  }));
  const isCut = objectsIn(status["liveNow"]).length >= 100;
  const counted = isCut
    ? { live: `at least ${rows.length}`, note: "Only 100 are named; ask list by list for others." }
    : { live: rows.length };
  return { asOf: status["lastTickAt"] ?? null, ...counted, unknown, watched, ...paged(rows, page) };
}

const whatHappened: Tool = {
  name: "what_happened",
  title: "What happened",
  description:
    "Events, newest first: starts and ends of streams, ranks, hashtags, products, problems. `window` says between which two checks it happened.",
  changes: false,
  form: () =>
    z.strictObject({
      creator: creator().optional(),
      list: list(),
      type: z.string().max(60).optional().describe("An event type, or a prefix such as live.*."),
      since: instant("Start of the period"),
      until: instant("End of the period"),
      page: page(),
    }),
  async run({ creator: who, list: wanted, type, since, until, page: at }, work) {
    const { api } = work;
    const watchlistId = await listId(api, wanted);
    const targets = typeof who === "string" ? await creatorsNamed(work, who, watchlistId) : [];
    if (typeof who === "string" && targets.length === 0) await creatorNamed(work, who);
    const query = queryOf({ type, since, until });
    const paths =
      targets.length > 0
        ? targets.slice(0, 5).map(({ id }) => `/v1/targets/${id}/events?${query}`)
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
    z.strictObject({
      creator: creator().optional(),
      eventId: z.string().max(60).optional().describe("One event, instead of a creator."),
      since: instant("Start of the period"),
      until: instant("End of the period"),
    }),
  async run({ creator: who, eventId, since, until }, work) {
    const { api } = work;
    const one = typeof who === "string" ? await creatorNamed(work, who) : null;
    const ofCreator = () =>
      `/v1/targets/${textIn(one!["id"])}/events?${queryOf({ since, until, limit: MAX_EXPLAINED })}`;
    const history: JsonObject =
      typeof eventId === "string"
        ? { items: [await bodyFrom(api, "GET", `/v1/events/${encodeURIComponent(eventId)}`)] }
        : one === null
          ? {}
          : await bodyFrom(api, "GET", ofCreator());
    const { body: channels } = await api("GET", "/v1/channels?limit=200");
    const names = new Map(objectsIn(channels["items"]).map(({ id, name }) => [id, outside(name)]));
    const rows = await Promise.all(
      objectsIn(history["items"]).map(async (event): Promise<JsonObject> => {
        const query = queryOf({ eventId: event["id"] ?? "", limit: 20 });
        const { status, body } = await api("GET", `/v1/deliveries?${query}`);
        const deliveries = objectsIn(body["items"]).map((delivery) => deliveryOf(delivery, names));
        if (status !== 200)
          return { ...eventOf(event), deliveries: null, conclusion: `Not known: ${textIn(body["detail"])}` };
        const isCut = typeof body["nextCursor"] === "string";
        return { ...eventOf(event), deliveries, conclusion: conclusionOf(deliveries), ...(isCut ? { cut: true } : {}) };
      }),
    );
    const cut = typeof history["nextCursor"] === "string";
    return { creator: one === null ? null : briefOf(one), events: rows, found: rows.length, cut, note: NOTHING_FOUND };
  },
};

/** The newest events of a creator whose deliveries are explained. */
const MAX_EXPLAINED = 20;

const NO_DELIVERY = "There is no delivery: no alert asked for this event, or it is older than what is kept.";

/** What became of an event, by channel: `sent (⟦Alerts⟧)`. */
const conclusionOf = (deliveries: JsonObject[]): string =>
  deliveries.length === 0
    ? NO_DELIVERY
    : deliveries.map(({ status, channel }) => `${textIn(status)} (${textIn(channel)})`).join(", ");

const NOTHING_FOUND =
  "No event means that no check saw a change: compare the creator's state and lastCheckedAt. what_happened with type target.* shows times without an answer.";

const deliveryOf = (delivery: JsonObject, names: ReadonlyMap<unknown, string | null>): JsonObject => ({
  id: delivery["id"] ?? null,
  channelId: delivery["channelId"] ?? null,
  channel: names.get(delivery["channelId"]) ?? "a channel whose name is not known",
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
    z.strictObject({
      text: z.string().max(200).default("").describe("What to look for; empty for all."),
      list: list(),
      page: page(),
    }),
  async run({ text, list: wanted, page: at }, work) {
    const { api } = work;
    const watchlistId = await listId(api, wanted);
    if (textIn(text) !== "") {
      const all = await creatorsNamed(work, textIn(text), watchlistId);
      const { rows, ...rest } = paged(all as unknown as JsonObject[], Number(at));
      const found = await Promise.all(
        objectsIn(rows).map(({ id }) => bodyFrom(api, "GET", `/v1/targets/${textIn(id)}`)),
      );
      const count = all.length >= MAX_FOUND ? { found: `at least ${all.length}` } : { found: all.length };
      return { ...count, rows: found.map(briefOf), ...rest };
    }
    const query = queryOf({ watchlistId });
    const [{ body: status }, all] = await Promise.all([
      api("GET", `/v1/status?${query}`),
      itemsFrom(api, `/v1/targets?kind=live&${query}`, Number(at) * 20 + 1),
    ]);
    const found = Math.max(all.length, Number(objectIn(objectIn(status["counts"])["targets"])["live"] ?? 0));
    return { found, ...paged(all.map(briefOf), Number(at)), more: Math.max(0, found - Number(at) * 20) };
  },
};

const aboutCreator: Tool = {
  name: "about_creator",
  title: "About one creator",
  description: "State, usual hours, last streams and ranks of one creator. Durations are seconds.",
  changes: false,
  form: () => z.strictObject({ creator: creator() }),
  async run({ creator: who }, work) {
    const { api } = work;
    const one = await creatorNamed(work, textIn(who));
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

export const readingTools: Tool[] = [whoIsLive, whatHappened, whyNotSent, findCreators, aboutCreator];
