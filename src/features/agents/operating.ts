import * as z from "zod";
import { type JsonObject, objectIn, objectsIn, textIn } from "../../core/json.ts";
import { bodyFrom, itemsFrom } from "../../http/inside.ts";
import { surgeTypes } from "../../kinds/events.ts";
import { creatorsNamed, listId, outside, paged, queryOf, type Tool } from "./tool.ts";
import { creator, eventOf, instant, list, page } from "./reading.ts";

const health: Tool = {
  name: "health",
  title: "Whether everything works",
  description:
    "Whether polling and notifying work, the reasons if not, and channels that get nothing, with what to do.",
  changes: false,
  form: () => z.strictObject({}),
  async run(_provided, { api }) {
    const [{ body }, channels] = await Promise.all([api("GET", "/healthz"), itemsFrom(api, "/v1/channels", 1000)]);
    const failing = channels.filter(({ failing: problem, enabled }) => problem !== null || enabled === false);
    return {
      status: body["status"] ?? null,
      reasons: body["reasons"] ?? [],
      lastTickAt: body["lastTickAt"] ?? null,
      lastPollAt: body["lastPollAt"] ?? null,
      channels: failing.slice(0, 20).map((one) => ({
        id: one["id"] ?? null,
        name: outside(one["name"]),
        enabled: one["enabled"] ?? null,
        disabledReason: outside(one["disabledReason"]),
        failing:
          objectIn(one["failing"])["reason"] === undefined
            ? null
            : { ...objectIn(one["failing"]), reason: outside(objectIn(one["failing"])["reason"]) },
      })),
    };
  },
};

const budget: Tool = {
  name: "budget",
  title: "What the budget allows",
  description:
    "How soon starts are detected with the calls per minute that there are, now and after adding creators or changing the budget.",
  changes: false,
  form: () =>
    z.strictObject({
      addCreators: z.int().min(0).max(100_000).default(0).describe("Live creators to add."),
      pollsPerMinute: z.int().min(1).max(1_000_000).optional().describe("Another budget, in calls per minute."),
    }),
  run: ({ addCreators, pollsPerMinute }, { api }) =>
    bodyFrom(api, "GET", `/v1/plan?${queryOf({ addLive: addCreators, pollsPerMinute })}`),
};

const alerts: Tool = {
  name: "alerts",
  title: "Which alerts there are",
  description:
    "Alerts (subscriptions): which events go to which channel, for which list or creator; and silences that are in force.",
  changes: false,
  form: () => z.strictObject({ list: list(), page: page() }),
  async run({ list: wanted, page: at }, { api, now }) {
    const watchlistId = await listId(api, wanted);
    const [subscriptions, channels, silences] = await Promise.all([
      itemsFrom(api, "/v1/subscriptions", 1000),
      itemsFrom(api, "/v1/channels", 1000),
      itemsFrom(api, "/v1/silences", 1000),
    ]);
    const names = new Map(channels.map(({ id, name }) => [id, outside(name)]));
    const rows = subscriptions
      .filter((one) => watchlistId === undefined || [null, watchlistId].includes(one["watchlistId"] as string | null))
      .map((one) => ({
        id: one["id"] ?? null,
        name: outside(one["name"]),
        events: one["events"] ?? [],
        channel: names.get(one["channelId"]!) ?? null,
        channelId: one["channelId"] ?? null,
        watchlistId: one["watchlistId"] ?? null,
        targetId: one["targetId"] ?? null,
        enabled: one["enabled"] ?? null,
      }));
    const standing = silences.filter(({ until }) => Date.parse(textIn(until)) > now);
    return {
      ...paged(rows, Number(at)),
      silences: standing.slice(0, 20).map((one) => ({ ...one, reason: outside(one["reason"]) })),
    };
  },
};

const lists: Tool = {
  name: "lists",
  title: "Which lists there are",
  description: "Lists of creators, with their ids.",
  changes: false,
  form: () => z.strictObject({ page: page() }),
  async run({ page: at }, { api }) {
    const rows = await itemsFrom(api, "/v1/watchlists", 1000);
    return paged(
      rows.map((one) => ({ id: one["id"] ?? null, name: outside(one["name"]), timezone: one["timezone"] ?? null })),
      Number(at),
    );
  },
};

const airtime: Tool = {
  name: "airtime",
  title: "Airtime and goals of a month",
  description:
    "Hours, valid days, streams, viewers and goals of each creator in a period. `coverage` is the share of the period in which the state was known: below 1 the true airtime can be higher. `missedOnly` keeps those whose goal is behind or missed.",
  changes: false,
  form: () =>
    z.strictObject({
      period: z
        .string()
        .max(60)
        .default("thisMonth")
        .describe("2027-03, 2027-W10, 2027-03-01/2027-03-07, lastMonth, thisMonth, lastWeek or thisWeek."),
      list: list(),
      creator: creator().optional(),
      missedOnly: z.boolean().default(false),
      page: page(),
    }),
  async run({ period, list: wanted, creator: who, missedOnly, page: at }, work) {
    const { api } = work;
    const watchlistId = await listId(api, wanted);
    const report = await bodyFrom(api, "GET", `/v1/reports/airtime?${queryOf({ period, watchlistId })}`);
    const ids = typeof who === "string" ? (await creatorsNamed(work, who, watchlistId)).map(({ id }) => id) : null;
    const rows = objectsIn(report["items"])
      .filter(({ targetId }) => ids === null || ids.includes(textIn(targetId)))
      .filter(({ goal }) => missedOnly !== true || ["behind", "missed"].includes(textIn(objectIn(goal)["state"])));
    const shown = rows.map((row) => ({
      ...row,
      name: outside(row["name"]),
      handle: outside(row["handle"]),
      bestPlaces: objectsIn(row["bestPlaces"]).map((one) => ({ ...one, title: outside(one["title"]) })),
    }));
    return {
      period: report["period"] ?? null,
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
  form: () => z.strictObject({ list: list(), since: instant("Start of the period"), page: page() }),
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

const changes: Tool = {
  name: "who_changed_what",
  title: "Who changed what",
  description:
    "The audit log, newest first: the last 1,000 entries. For administrators only. `cut` is true if older ones were not searched.",
  changes: false,
  form: () =>
    z.strictObject({
      by: z.string().max(200).optional().describe("Part of the name of a person, token or chat."),
      subject: z.string().max(200).optional().describe("The id of what was changed."),
      since: instant("Start of the period"),
      until: instant("End of the period"),
      page: page(),
    }),
  async run({ by, subject, since, until, page: at }, { api }) {
    const entries = await itemsFrom(api, "/v1/audit", MAX_ENTRIES);
    const from = typeof since === "string" ? Date.parse(since) : -Infinity;
    const to = typeof until === "string" ? Date.parse(until) : Infinity;
    const instantOf = (one: JsonObject) => Date.parse(textIn(one["at"]));
    const found = entries.filter(
      (one) =>
        nameOf(one).toLowerCase().includes(textIn(by).toLowerCase()) &&
        (subject === undefined || one["subject"] === subject) &&
        instantOf(one) >= from &&
        instantOf(one) < to,
    );
    const rows = found.map((one) => ({
      at: one["at"] ?? null,
      by: outside(nameOf(one)),
      operation: one["operation"] ?? null,
      subject: one["subject"] ?? null,
      status: one["status"] ?? null,
    }));
    const oldest = entries.at(-1);
    const cut = entries.length >= MAX_ENTRIES && oldest !== undefined && instantOf(oldest) >= from;
    return { ...paged(rows, Number(at)), cut };
  },
};

/** Audit entries that are searched. */
const MAX_ENTRIES = 1000;

const nameOf = (entry: JsonObject): string => textIn(objectIn(entry["actor"])["name"]);

export const operatingTools: Tool[] = [airtime, trends, health, budget, alerts, lists, changes];
