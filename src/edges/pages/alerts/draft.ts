import type { Filter } from "../../../core/filter.ts";
import type { JsonObject } from "../../../core/json.ts";
import { mentionText } from "../../../resources/mention.ts";
import type { Subscription } from "../../../resources/subscriptions/subscription.ts";
import type { NamedTarget } from "../../../flows/browse/alerts.ts";
import type { Fields } from "../forms/fields.ts";
import { CHOICES, conditionOf, filterFrom, filterOf, type Condition } from "./only-if.ts";

/** An alert as it stands in its form: texts, right or wrong. */
export interface Draft {
  name: string;
  channelId: string;
  /** "" for everyone. */
  watchlistId: string;
  /** Of one alone: its id, "" for none, and what stands in the field for it. */
  targetId: string;
  whom: string;
  /** Whom that means; null for nobody alone. */
  meant: string | null;
  events: string[];
  conditions: Condition[];
  /** Filters that no choice of the form makes: they stay as they are. */
  others: Filter[];
  mention: string;
  template: Record<string, string>;
  onEnd: string;
  from: string;
  to: string;
  timezone: string;
  action: string;
  cooldownSeconds: string;
  group: boolean;
}

/** A new alert before anybody says anything. */
export const freshDraft = (channelId: string, timezone: string): Draft => ({
  name: "",
  channelId,
  watchlistId: "",
  targetId: "",
  whom: "",
  meant: null,
  events: ["live.started", "live.ended"],
  conditions: [],
  others: [],
  mention: "",
  template: {},
  onEnd: "edit",
  from: "",
  to: "",
  timezone,
  action: "hold",
  cooldownSeconds: "0",
  group: true,
});

/** An alert that is kept, as its form shows it. */
export function draftOf(one: Subscription, targets: NamedTarget[], zone: string): Draft {
  const rows = one.filters.map((filter) => ({ filter, row: conditionOf(filter) }));
  const { targetId, quietHours: quiet } = one;
  return {
    name: one.name,
    channelId: one.channelId,
    watchlistId: one.watchlistId ?? "",
    targetId: targetId ?? "",
    whom: targetId === null ? "" : (targets.find(({ id }) => id === targetId)?.name ?? targetId),
    meant: targetId,
    events: one.events,
    conditions: rows.flatMap(({ row }) => row ?? []),
    others: rows.flatMap(({ filter, row }) => (row === null ? filter : [])),
    mention: one.mention === null ? "" : [one.mention].flat().map(mentionText).join(" "),
    template: one.template,
    onEnd: one.onEnd,
    from: quiet?.from ?? "",
    to: quiet?.to ?? "",
    timezone: quiet?.timezone ?? zone,
    action: quiet?.action ?? "hold",
    cooldownSeconds: String(one.cooldownSeconds),
    group: one.group,
  };
}

/** More rows are not read. */
const MAX_ROWS = 40;

/** The alert that a form sends, before anybody looked up whom it means. */
export function draftIn(fields: Fields): Draft {
  const rows = Array.from({ length: MAX_ROWS }, (_, place) => ({
    what: fields.text(`/filters/${place}/what`),
    value: fields.text(`/filters/${place}/value`),
  }));
  const templates = fields
    .entries()
    .filter(([name, text]) => name.startsWith("/template/") && text.trim() !== "")
    .map(([name, text]): [string, string] => [name.slice("/template/".length), text]);
  return {
    name: fields.text("/name"),
    channelId: fields.text("/channelId"),
    watchlistId: fields.text("/watchlistId"),
    targetId: fields.text("targetId"),
    whom: fields.text("/targetId"),
    meant: null,
    events: fields.all("events"),
    conditions: rows.filter(({ what }) => Object.hasOwn(CHOICES, what)),
    others: fields.all("others").flatMap((text) => filterFrom(text) ?? []),
    mention: fields.text("/mention"),
    template: Object.fromEntries(templates),
    onEnd: fields.text("/onEnd") || "edit",
    from: fields.text("/quietHours/from"),
    to: fields.text("/quietHours/to"),
    timezone: fields.text("/quietHours/timezone"),
    action: fields.text("/quietHours/action") || "hold",
    cooldownSeconds: fields.text("/cooldownSeconds"),
    group: fields.text("/group") === "true",
  };
}

/** Ids that somebody pasted alone: what they look like says whose they are. */
const calledBy = (text: string): string =>
  text
    .split(/[\s,]+/)
    .filter((word) => word !== "")
    .map((word) =>
      /^\d{15,20}$/.test(word)
        ? `role:${word}`
        : /^S[A-Z0-9]{6,20}$/.test(word)
          ? `subteam:${word}`
          : /^[UW][A-Z0-9]{6,20}$/.test(word)
            ? `user:${word}`
            : word,
    )
    .join(" ");

/** A form sends its line breaks as two signs. */
const lines = (text: string): string => text.replaceAll("\r\n", "\n");

const secondsIn = (text: string): number | string =>
  text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;

/** What the draft says, as the API would be sent it. */
export function bodyOf(draft: Draft): JsonObject {
  const { from, to, timezone, action, meant: targetId } = draft;
  const quiet = from === "" && to === "" ? null : { from: from.slice(0, 5), to: to.slice(0, 5), timezone, action };
  return {
    name: draft.name,
    channelId: draft.channelId,
    watchlistId: targetId === null ? draft.watchlistId || null : null,
    targetId,
    events: draft.events,
    mention: draft.mention.trim() === "" ? null : calledBy(draft.mention),
    template: Object.fromEntries(Object.entries(draft.template).map(([type, text]) => [type, lines(text)])),
    onEnd: draft.onEnd,
    quietHours: quiet,
    cooldownSeconds: secondsIn(draft.cooldownSeconds || "0"),
    group: draft.group,
    filters: [...draft.conditions.map(filterOf), ...draft.others] as unknown as JsonObject[],
  };
}
