import type { Json, JsonObject } from "../../../core/json.ts";
import type { Filter } from "../../../core/filter.ts";
import type { AlertNames } from "../alerts.ts";
import { differingIn, type Differing } from "../../../ui/parts/conflict.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { lasting } from "../../../ui/words/time.ts";
import { filterWords } from "./only-if.ts";
import { ON_END, whenWords } from "./words.ts";
import { marked, t } from "../../../ui/words/text.ts";

const LABELS: Record<string, string> = {
  name: marked("Name"),
  channelId: marked("Send to"),
  watchlistId: marked("List"),
  targetId: marked("Only one"),
  events: marked("When"),
  mention: marked("Mention"),
  template: marked("Custom text"),
  onEnd: marked("When the stream ends"),
  quietHours: marked("Quiet hours"),
  cooldownSeconds: marked("Frequency"),
  group: marked("Events that happen together"),
  filters: marked("Only if"),
};

const labels = () => Object.fromEntries(Object.entries(LABELS).map(([field, label]) => [field, t(label)]));

/** The value of an alert's field as text. */
function wordsOf(field: string, value: Json, names: AlertNames): string {
  const nameIn = (all: { id: string; name: string }[]) =>
    displayedName(all.find(({ id }) => id === value)?.name ?? "", t("another"));
  if (value === null) return field === "watchlistId" ? t("everyone") : "";
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
      return t(ON_END[value as string] ?? "");
    case "cooldownSeconds":
      return value === 0 ? t("every time") : t("at most once in {time}", { time: lasting(Number(value) * 1000) });
    case "group":
      return value === true ? t("one message") : t("separate messages");
    case "quietHours": {
      const { action, ...hours } = value as Record<string, string>;
      return action === "hold"
        ? t("{from}–{to} in {timezone}, one summary", hours)
        : t("{from}–{to} in {timezone}, skipped", hours);
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
  differingIn(labels(), now, mine, (field, value) => wordsOf(field, value, names));
