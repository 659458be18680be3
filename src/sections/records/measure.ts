import { isTimeName } from "../../core/item-look.ts";
import { distinguishingOf } from "../distinguish.ts";
import { displayedName } from "../display-name.ts";
import { fieldLabel } from "../field-label.ts";
import { onceAFrame } from "../once-a-frame.ts";
import { marksOf } from "../period.ts";
import type { Frame, HistoryEvent, Past } from "../section.ts";
import { seenOf } from "../watched.ts";
import type { Milestone, RecordMeasure, RecordNumber } from "./data.ts";

/** The start of the period and the ends of its steps. */
export const gridOf = onceAFrame(marksOf);

/** Limit on the numbers of a record. */
const MAX_NUMBERS = 20;

/** The numbers of a record in the period, and its events that were detected then. */
export function measureRecords(history: Past, { from, to }: Frame): RecordMeasure {
  const within = history.events.filter(({ detectedAt }) => detectedAt > from && detectedAt <= to);
  return {
    ...seenOf(history),
    name: displayedName(history.target.name) ?? "",
    told: distinguishingOf(history.target),
    numbers: Object.entries(history.series).flatMap(numberIn).slice(0, MAX_NUMBERS),
    milestones: milestonesIn(within),
    texts: within.filter(({ type }) => type === "field.changed").length,
  };
}

function numberIn([name, values]: [string, (number | null)[]]): RecordNumber[] {
  const field = fieldLabel(name);
  return field === null || isTimeName(name) ? [] : [{ field, values }];
}

/** The highest milestone of each field. */
function milestonesIn(events: HistoryEvent[]): Milestone[] {
  const highest = new Map<string, Milestone>();
  for (const { type, data, detectedAt } of events) {
    const field = fieldLabel(data["field"]);
    const milestone = data["milestone"];
    if (type !== "field.milestone" || field === null || typeof milestone !== "number") continue;
    if (milestone >= (highest.get(field)?.milestone ?? -Infinity))
      highest.set(field, { field, milestone, at: detectedAt });
  }
  return [...highest.values()];
}
