import type { Json, JsonObject } from "../../../core/json.ts";
import type { Filter } from "../../../core/filter.ts";
import type { AlertNames } from "../../../flows/queries/alerts.ts";
import { differingIn, type Differing } from "../parts/conflict.tsx";
import { shownName } from "../words/name.ts";
import { lasting } from "../words/time.ts";
import { filterWords } from "./only-if.ts";
import { ON_END, whenWords } from "./words.ts";

const LABELS: Record<string, string> = {
  name: "Name",
  channelId: "Send to",
  watchlistId: "List",
  targetId: "Only one",
  events: "When",
  mention: "Mention",
  template: "Custom text",
  onEnd: "When the stream ends",
  quietHours: "Quiet hours",
  cooldownSeconds: "Frequency",
  group: "Events that happen together",
  filters: "Only if",
};

/** The value of an alert's field as text. */
function wordsOf(field: string, value: Json, names: AlertNames): string {
  const nameIn = (all: { id: string; name: string }[]) =>
    shownName(all.find(({ id }) => id === value)?.name ?? "", "another");
  if (value === null) return field === "watchlistId" ? "everyone" : "";
  switch (field) {
    case "channelId":
      return nameIn(names.channels);
    case "watchlistId":
      return nameIn(names.lists);
    case "targetId":
      return nameIn(names.targets);
    case "events":
      return whenWords(value as string[]);
    case "onEnd":
      return ON_END[value as string] ?? "";
    case "cooldownSeconds":
      return value === 0 ? "every time" : `at most once in ${lasting(Number(value) * 1000)}`;
    case "group":
      return value === true ? "one message" : "separate messages";
    case "quietHours": {
      const { from, to, timezone, action } = value as Record<string, string>;
      return `${from}–${to} in ${timezone}, ${action === "hold" ? "one summary" : "skipped"}`;
    }
    case "filters":
      return (value as unknown as Filter[]).map(filterWords).join("; ");
    case "template":
      return Object.values(value as Record<string, string>).join(" / ");
    default:
      return typeof value === "string" ? value : JSON.stringify(value);
  }
}

/** The fields in which two versions of an alert differ. */
export const alertDiffering = (now: JsonObject, mine: JsonObject, names: AlertNames): Differing[] =>
  differingIn(LABELS, now, mine, (field, value) => wordsOf(field, value, names));
