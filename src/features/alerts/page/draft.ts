import { clockIn, zoneIn } from "../../../core/calendar.ts";
import type { Filter } from "../../../core/filter.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { matchesType } from "../../../core/event.ts";
import { eventTypeNames, eventTypes } from "../../../kinds/events.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { mentionText } from "../../../resources/ref.ts";
import type { PageContext } from "../../../ui/page.ts";
import { marked, t } from "../../../ui/words/text.ts";
import type { Subscription } from "../resource/subscription.ts";
import type { NamedTarget, AlertPorts } from "../alerts.ts";
import type { Fields } from "../../../ui/forms/fields.ts";
import { CHOICES, conditionOf, filterFrom, filterOf, type Condition } from "./only-if.ts";
import type { CreatorPorts } from "../../creators/creators.ts";

/** Path of the alerts. */
export const ALERTS = "/alerts";

/** Names of the section and of an alert. */
export const PLACE = { path: ALERTS, noun: marked("alert"), title: marked("Alerts") };

/** An alert as entered in its form, valid or not. */
export interface Draft {
  name: string;
  channelId: string;
  /** "" for everyone. */
  watchlistId: string;
  /** A single target: its id ("" for none), and the text of its field. */
  targetId: string;
  subject: string;
  /** The id of the target that is meant; null for none. */
  meant: string | null;
  /** What the text may mean, and which of it was chosen; "" for none. */
  matches: NamedTarget[];
  chosen: string;
  events: string[];
  conditions: Condition[];
  /** Filters that the form cannot represent. They stay unchanged. */
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

/** The draft of a new alert. */
export const freshDraft = (channelId: string, timezone: string): Draft => ({
  name: "",
  channelId,
  watchlistId: "",
  targetId: "",
  subject: "",
  meant: null,
  matches: [],
  chosen: "",
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

/** The draft of a stored alert. */
export function draftOf(one: Subscription, targets: NamedTarget[], zone: string): Draft {
  const rows = one.filters.map((filter) => ({ filter, row: conditionOf(filter) }));
  const { targetId, quietHours: quiet } = one;
  return {
    name: one.name,
    channelId: one.channelId,
    watchlistId: one.watchlistId ?? "",
    targetId: targetId ?? "",
    subject: targetId === null ? "" : (targets.find(({ id }) => id === targetId)?.name ?? targetId),
    meant: targetId,
    matches: [],
    chosen: "",
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

/** Limit on the rows that are read. */
const MAX_ROWS = 40;

/** The draft that a form sends, before its target is looked up. */
function draftIn(fields: Fields): Draft {
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
    subject: fields.text("/targetId"),
    meant: null,
    matches: [],
    chosen: fields.text("chosen"),
    events: fields.all("events"),
    conditions: rows.filter(({ what }) => Object.hasOwn(CHOICES, what)),
    others: fields.all("others").flatMap((text) => filterFrom(text) ?? []),
    mention: fields.text("/mention"),
    template: Object.fromEntries(templates),
    onEnd: fields.text("/onEnd") || "edit",
    from: clockIn(fields.text("/quietHours/from")),
    to: clockIn(fields.text("/quietHours/to")),
    timezone: zoneIn(fields.text("/quietHours/timezone")),
    action: fields.text("/quietHours/action") || "hold",
    cooldownSeconds: fields.text("/cooldownSeconds"),
    group: fields.text("/group") === "true",
  };
}

/** Adds the missing prefix to pasted ids whose format identifies them. */
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

/** Forms send line breaks as CR LF. */
const lines = (text: string): string => text.replaceAll("\r\n", "\n");

const secondsIn = (text: string): number | string =>
  text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;

/** The draft as a body for the API. */
export function bodyOf(draft: Draft): JsonObject {
  const { from, to, timezone, action, meant: targetId } = draft;
  const quiet = from === "" && to === "" ? null : { from, to, timezone, action };
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

const MAX_LENGTH = 200;

/** Whether an event type, or a pattern of some, can be about a kind. */
const isAbout = (pattern: string, kind: string): boolean =>
  eventTypeNames.some((type) => matchesType(pattern, type) && eventTypes[type]!.kinds.includes(kind));

/** The targets that a text may mean: creators in the chosen list if there is one, and what is called exactly so. */
async function targetsCalled(
  text: string,
  { watchlistId, events }: Pick<Draft, "watchlistId" | "events">,
  { ports }: PageContext<CreatorPorts & AlertPorts>,
): Promise<NamedTarget[]> {
  const bare = text.replace(/^[@#]/, "");
  const filter = { show: "all", search: text, watchlistId: watchlistId || null, sort: "name" } as const;
  const [{ items }, rest] = await Promise.all([
    ports.creators(filter, { limit: 50, after: null }),
    ports.alerts.targetsCalled(
      Object.keys(targetKinds).filter((kind) => kind !== "live"),
      [...new Set([text, bare])],
    ),
  ]);
  const whole = items.filter(({ name, params }) =>
    [name, params["handle"], params["userId"]].some(
      (one) => typeof one === "string" && one.toLowerCase() === bare.toLowerCase(),
    ),
  );
  const all = [...(whole.length > 0 || rest.length > 0 ? whole : items), ...rest];
  // A creator, their ranking and their videos can have one name: what the alert is about decides.
  const about = all.filter(({ kind }) => events.some((one) => isAbout(one, kind)));
  return about.length > 0 ? about : all;
}

/** The draft that a form sends, with its target looked up, and the errors of that. */
export async function readDraft(
  context: PageContext<CreatorPorts & AlertPorts>,
): Promise<{ draft: Draft; target: NamedTarget | null; wrong: FieldError[] }> {
  const draft = draftIn(context.fields);
  if (draft.targetId !== "" && draft.subject.trim() !== "" && draft.subject === context.fields.text("was"))
    return { draft: { ...draft, meant: draft.targetId }, target: null, wrong: [] };
  const text = draft.subject.trim().slice(0, MAX_LENGTH);
  if (text === "") return { draft, target: null, wrong: [] };
  const matches = await targetsCalled(text, draft, context);
  const target = matches.length === 1 ? matches[0]! : (matches.find(({ id }) => id === draft.chosen) ?? null);
  const message =
    matches.length === 0 ? t("Nothing with this name is watched.") : t("Several match. Choose one below.");
  return {
    draft: { ...draft, matches, meant: target?.id ?? null },
    target,
    wrong: target === null ? [{ pointer: "/targetId", message }] : [],
  };
}
