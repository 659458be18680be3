import * as z from "zod";
import { objectIn, objectsIn, textIn } from "../../core/json.ts";
import { bodyFrom, itemsFrom } from "../../http/inside.ts";
import { listId, outside, paged, queryOf, type Tool } from "./tool.ts";
import { list, page } from "./reading.ts";

const health: Tool = {
  name: "health",
  title: "Whether everything works",
  description:
    "Whether polling and notifying work, the reasons if not, and channels that get nothing, with what to do.",
  changes: false,
  form: () => z.object({}),
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
    z.object({
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
  form: () => z.object({ list: list(), page: page() }),
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
  form: () => z.object({ page: page() }),
  async run({ page: at }, { api }) {
    const rows = await itemsFrom(api, "/v1/watchlists", 1000);
    return paged(
      rows.map((one) => ({ id: one["id"] ?? null, name: outside(one["name"]), timezone: one["timezone"] ?? null })),
      Number(at),
    );
  },
};

const changes: Tool = {
  name: "who_changed_what",
  title: "Who changed what",
  description: "The audit log, newest first. For administrators only.",
  changes: false,
  form: () => z.object({}),
  async run(_provided, { api }) {
    const body = await bodyFrom(api, "GET", "/v1/audit?limit=20");
    return {
      rows: objectsIn(body["items"]).map((one) => ({
        at: one["at"] ?? null,
        by: outside(objectIn(one["actor"])["name"]),
        operation: one["operation"] ?? null,
        subject: one["subject"] ?? null,
        status: one["status"] ?? null,
      })),
    };
  },
};

export const operatingTools: Tool[] = [health, budget, alerts, lists, changes];
