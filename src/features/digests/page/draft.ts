import { clockIn, zoneIn } from "../../../core/calendar.ts";
import type { JsonObject } from "../../../core/json.ts";
import { marked, t } from "../../../ui/words/text.ts";
import { type Digest, digest } from "../resource/digest.ts";
import { measuredSections } from "../../../sections/registry.ts";
import type { Fields } from "../../../ui/forms/fields.ts";
import { cronOf, timesOf } from "./schedule.ts";

/** Path of the digests. */
export const DIGESTS = "/digests";

/** Names of the section and of a digest. */
export const PLACE = { path: DIGESTS, noun: digest.noun, title: marked("Digests") };

/** The choice of a message for each watchlist. */
export const EACH_LIST = "each";

/** The value of the button that sends a report once. */
export const ONCE = "once";

/** A digest as entered in its form, valid or not. */
export interface Draft {
  name: string;
  channelId: string;
  /** A watchlist's id; "" for everything, `EACH_LIST` for each list by itself. */
  scope: string;
  when: string;
  time: string;
  /** The cron pattern, if no choice matches it. */
  cron: string;
  timezone: string;
  period: string;
  sections: string[];
  language: string;
  /** Sends its reports once: it is added paused. */
  once?: true;
}

/** The draft of a new digest. */
export const freshDraft = (channelId: string, timezone: string): Draft => ({
  name: "",
  channelId,
  scope: "",
  when: "1",
  time: "09:00",
  cron: "",
  timezone,
  period: "P7D",
  sections: Object.keys(measuredSections),
  language: "",
});

/** The periods of digests that send the reports of a month. */
export const REPORT_PERIODS: Record<string, string> = {
  lastMonth: marked("Monthly reports"),
  thisMonth: marked("Reports so far"),
};

/**
 * The draft of a digest that sends the month's report of a list, or each list's by itself: on the first of a month for
 * the one before, every Monday for the running one, which has just begun on its first.
 */
export const reportDraft = (fresh: Draft, period: string, list: { id: string; name: string } | null): Draft => ({
  ...fresh,
  name: list === null ? t(REPORT_PERIODS[period]!) : `${list.name}: ${t(REPORT_PERIODS[period]!)}`,
  scope: list?.id ?? EACH_LIST,
  when: period === "thisMonth" ? "1" : "monthly",
  period,
  sections: ["airtime"],
});

/** Reports whether a digest sends what a draft of a report would. */
export const sendsSame = (one: Digest, draft: Draft): boolean =>
  one.period === draft.period && draftOf(one).scope === draft.scope && one.sections.join() === draft.sections.join();

/** The draft of a stored digest. */
export const draftOf = (one: Digest): Draft => ({
  name: one.name,
  channelId: one.channelId,
  scope: one.perWatchlist ? EACH_LIST : (one.watchlistId ?? ""),
  ...timesOf(one.schedule),
  cron: one.schedule,
  timezone: one.timezone,
  period: one.period ?? "",
  sections: one.sections,
  language: one.language ?? "",
});

/** The draft that a form sends. */
export const draftIn = (fields: Fields): Draft => ({
  name: fields.text("/name"),
  channelId: fields.text("/channelId"),
  scope: fields.text("/watchlistId"),
  when: fields.text("when"),
  time: clockIn(fields.text("time")),
  cron: fields.text("cron"),
  timezone: zoneIn(fields.text("/timezone")),
  period: fields.text("/period"),
  sections: fields.all("sections"),
  language: fields.text("/language"),
  ...(fields.text("send") === ONCE ? { once: true } : {}),
});

/** The draft as a body for the API. */
export const bodyOf = (draft: Draft): JsonObject => ({
  name: draft.name,
  channelId: draft.channelId,
  watchlistId: draft.scope === EACH_LIST ? null : draft.scope || null,
  perWatchlist: draft.scope === EACH_LIST,
  schedule: draft.when === "" ? draft.cron : (cronOf(draft) ?? ""),
  timezone: draft.timezone,
  period: draft.period || null,
  sections: draft.sections,
  language: draft.language || null,
  ...(draft.once === true ? { enabled: false } : {}),
});
