import * as z from "zod";
import { iso } from "../../core/instant.ts";
import { textIn, type Json, type JsonObject } from "../../core/json.ts";
import { paramsNamed } from "../../kinds/live/params.ts";
import { creator, list } from "./reading.ts";
import { bodyFrom, itemsFrom } from "../../http/inside.ts";
import { creatorNamed, listId, marked, outside, refuse, type Tool } from "./tool.ts";

const MAX_ADDED = 20;

const addCreators: Tool = {
  name: "add_creators",
  title: "Watch creators",
  description: "Starts to watch creators by user id, @handle or link, up to 20 at once. Says for each what happened.",
  changes: true,
  form: () =>
    z.strictObject({
      creators: z.array(z.string().min(1).max(300)).min(1).max(MAX_ADDED).describe("User ids, @handles or links."),
      list: list(),
    }),
  async run({ creators, list: wanted }, { api }) {
    const watchlistId = await listId(api, wanted);
    const rows: JsonObject[] = [];
    for (const one of creators as string[]) {
      const form = {
        kind: "live",
        name: one.replace(/^@/, "").slice(0, 100),
        params: paramsNamed(one),
        ...(watchlistId === undefined ? {} : { watchlistId }),
      };
      const { status, body } = await api("POST", "/v1/targets", form);
      rows.push(
        status === 201
          ? {
              asked: one,
              added: body["id"] ?? null,
              undo: { tool: "stop_watching", arguments: { creator: body["id"] ?? null } },
            }
          : {
              asked: one,
              added: null,
              error: body["detail"] ?? null,
              errors: body["errors"] ?? [],
              existing: body["existing"] ?? null,
            },
      );
    }
    return { added: rows.filter(({ added }) => added !== null).length, rows };
  },
};

const pauseOrResume = (enabled: boolean): Tool => ({
  name: enabled ? "watch_again" : "stop_watching",
  title: enabled ? "Watch a creator again" : "Stop watching a creator",
  description: enabled
    ? "Watches a creator again who was paused."
    : "Pauses watching a creator. History and settings stay, so watch_again takes it back. Paused time counts as not known in reports.",
  changes: true,
  form: () => z.strictObject({ creator: creator() }),
  async run({ creator: who }, work) {
    const { api } = work;
    const { id, name } = await creatorNamed(work, textIn(who));
    await bodyFrom(api, "PATCH", `/v1/targets/${textIn(id)}`, { enabled });
    const undo = { tool: enabled ? "stop_watching" : "watch_again", arguments: { creator: id ?? null } };
    return { changed: { id: id ?? null, name: outside(name), enabled }, undo };
  },
});

const snooze: Tool = {
  name: "snooze",
  title: "Send no alerts for a while",
  description: "Silences a creator, a list, or everything, for some minutes. Events are still recorded.",
  changes: true,
  form: () =>
    z.strictObject({
      minutes: z.int().min(1).max(43_200).describe("For how many minutes, up to 30 days."),
      creator: creator().optional(),
      list: list(),
      reason: z.string().max(200).default("").describe("Why; other people see it."),
    }),
  async run({ minutes, creator: who, list: wanted, reason }, work) {
    const { api, now } = work;
    const target = typeof who === "string" ? await creatorNamed(work, who) : null;
    const watchlistId = target === null ? ((await listId(api, wanted)) ?? null) : null;
    const until = iso(now + Number(minutes) * 60_000);
    // An undo brings a reason with its marks.
    const why = textIn(reason).replaceAll(/[⟦⟧]/g, "");
    const form = { targetId: target?.["id"] ?? null, watchlistId, until, reason: why };
    const silence = await bodyFrom(api, "POST", "/v1/silences", form);
    const silenced = target === null ? (watchlistId === null ? "everything" : watchlistId) : outside(target["name"]);
    return { silenced, until, undo: { tool: "end_snooze", arguments: { id: silence["id"] ?? null } } };
  },
};

/** The arguments that name what a silence or an alert is about: a creator, a list, or everything. */
const aimOf = ({ targetId, watchlistId }: Record<"targetId" | "watchlistId", Json>): JsonObject => {
  if (targetId !== null) return { creator: targetId };
  return watchlistId === null ? {} : { list: watchlistId };
};

const endSnooze: Tool = {
  name: "end_snooze",
  title: "End a snooze",
  description: "Ends a silence by its id, as `alerts` lists them.",
  changes: true,
  form: () => z.strictObject({ id: z.string().max(60) }),
  async run({ id }, { api, now }) {
    const path = `/v1/silences/${encodeURIComponent(textIn(id))}`;
    const { targetId = null, watchlistId = null, until, reason } = await bodyFrom(api, "GET", path);
    await bodyFrom(api, "DELETE", path);
    const minutes = Math.ceil((Date.parse(textIn(until)) - now) / 60_000);
    const of = aimOf({ targetId, watchlistId });
    const undo = { tool: "snooze", arguments: { ...of, minutes, reason: outside(reason) } };
    return { ended: id ?? null, ...(minutes < 1 ? { note: "It was over already." } : { undo }) };
  },
};

/** The characters of a text of a message that an agent sees. */
const MAX_MESSAGE = 1000;

const setUpAlert: Tool = {
  name: "set_up_alert",
  title: "Set up an alert, or see it before",
  description:
    "Sends events to a channel, for a list, a creator or all. With `preview` (the default) nothing is stored, and the answer shows the message.",
  changes: true,
  form: () =>
    z.strictObject({
      channel: z.string().min(1).max(200).describe("A channel by name or id."),
      events: z.array(z.string().max(60)).min(1).max(20).describe("Event types, such as live.started or live.*."),
      list: list(),
      creator: creator().optional(),
      preview: z.boolean().default(true).describe("Whether to show it without storing it."),
    }),
  async run({ channel, events, list: wanted, creator: who, preview }, work) {
    const { api } = work;
    const channels = await itemsFrom(api, "/v1/channels", 1000);
    const name = textIn(channel).toLowerCase();
    const found = channels.find((one) => one["id"] === channel || textIn(one["name"]).toLowerCase() === name);
    if (found === undefined)
      return refuse(
        `No channel is called ${textIn(channel)}. Channels: ${channels
          .slice(0, 20)
          .map((one) => outside(one["name"]))
          .join(", ")}.`,
      );
    const target = typeof who === "string" ? await creatorNamed(work, who) : null;
    const watchlistId = (await listId(api, wanted)) ?? null;
    const form = {
      name: `${textIn((events as string[])[0])} to ${textIn(found["name"])}`.slice(0, 100),
      events: events!,
      channelId: found["id"]!,
      watchlistId: target === null ? watchlistId : null,
      targetId: target?.["id"] ?? null,
    };
    if (preview !== false) {
      const message = await bodyFrom(api, "POST", "/v1/subscriptions/preview", { subscription: form });
      return { stored: false, preview: marked(message, MAX_MESSAGE) };
    }
    const created = await bodyFrom(api, "POST", "/v1/subscriptions", form);
    return {
      stored: true,
      id: created["id"] ?? null,
      undo: { tool: "remove_alert", arguments: { id: created["id"] ?? null } },
    };
  },
};

const removeAlert: Tool = {
  name: "remove_alert",
  title: "Remove an alert",
  description: "Removes an alert by its id, as `alerts` lists them.",
  changes: true,
  form: () => z.strictObject({ id: z.string().max(60) }),
  async run({ id }, { api }) {
    const before = await bodyFrom(api, "GET", `/v1/subscriptions/${encodeURIComponent(textIn(id))}`);
    await bodyFrom(api, "DELETE", `/v1/subscriptions/${encodeURIComponent(textIn(id))}`);
    const { events = [], channelId = null, watchlistId = null, targetId = null } = before;
    const of = aimOf({ targetId, watchlistId });
    return {
      removed: id ?? null,
      undo: { tool: "set_up_alert", arguments: { events, channel: channelId, ...of, preview: false } },
    };
  },
};

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

const usualHours: Tool = {
  name: "set_usual_hours",
  title: "Say when a creator usually streams",
  description:
    "Until the creator's own habit is known, it is polled more often at these hours where polls are scarce. In the creator's time zone.",
  changes: true,
  form: () =>
    z.strictObject({
      creator: creator(),
      hours: z
        .array(z.strictObject({ days: z.array(z.enum(DAYS)).min(1), from: z.string().max(5), to: z.string().max(5) }))
        .max(14)
        .describe('Such as [{"days": ["mon", "tue"], "from": "20:00", "to": "23:00"}]; empty for none.'),
    }),
  async run({ creator: who, hours }, work) {
    const { api } = work;
    const { id, name, usualHours: before = [] } = await creatorNamed(work, textIn(who));
    const changed = await bodyFrom(api, "PATCH", `/v1/targets/${textIn(id)}`, { usualHours: hours! });
    const undo = { tool: "set_usual_hours", arguments: { creator: id ?? null, hours: before } };
    return { changed: { id: id ?? null, name: outside(name), usualHours: changed["usualHours"] ?? null }, undo };
  },
};

export const changingTools: Tool[] = [
  addCreators,
  pauseOrResume(false),
  pauseOrResume(true),
  snooze,
  endSnooze,
  setUpAlert,
  removeAlert,
  usualHours,
];
