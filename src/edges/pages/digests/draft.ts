import type { JsonObject } from "../../../core/json.ts";
import type { Digest } from "../../../resources/digests/digest.ts";
import { sections } from "../../../sections/registry.ts";
import type { Fields } from "../forms/fields.ts";
import { cronOf, timesOf } from "./schedule.ts";

/** A digest as it stands in its form: texts, right or wrong. */
export interface Draft {
  name: string;
  channelId: string;
  watchlistId: string;
  when: string;
  time: string;
  /** The pattern itself, for what no choice says. */
  cron: string;
  timezone: string;
  period: string;
  sections: string[];
  language: string;
}

/** A new digest before anybody says anything. */
export const freshDraft = (channelId: string, timezone: string): Draft => ({
  name: "",
  channelId,
  watchlistId: "",
  when: "1",
  time: "09:00",
  cron: "",
  timezone,
  period: "P7D",
  sections: Object.keys(sections),
  language: "",
});

/** One that is kept, as its form shows it. */
export const draftOf = (one: Digest): Draft => ({
  name: one.name,
  channelId: one.channelId,
  watchlistId: one.watchlistId ?? "",
  ...timesOf(one.schedule),
  cron: one.schedule,
  timezone: one.timezone,
  period: one.period ?? "",
  sections: one.sections,
  language: one.language ?? "",
});

/** The digest that a form sends. */
export const draftIn = (fields: Fields): Draft => ({
  name: fields.text("/name"),
  channelId: fields.text("/channelId"),
  watchlistId: fields.text("/watchlistId"),
  when: fields.text("when"),
  time: fields.text("time"),
  cron: fields.text("cron"),
  timezone: fields.text("/timezone"),
  period: fields.text("/period"),
  sections: fields.all("sections"),
  language: fields.text("/language"),
});

/** What the draft says, as the API would be sent it. */
export const bodyOf = (draft: Draft): JsonObject => ({
  name: draft.name,
  channelId: draft.channelId,
  watchlistId: draft.watchlistId || null,
  schedule: draft.when === "" ? draft.cron : (cronOf(draft) ?? ""),
  timezone: draft.timezone,
  period: draft.period || null,
  sections: draft.sections,
  language: draft.language || null,
});
