import { isObject, type Json } from "../../../core/json.ts";
import { FILTER_OPS, type Filter } from "../../../core/filter.ts";
import { OPERATORS, valueText } from "../../../ui/words/filters.ts";
import { marked, t } from "../../../ui/words/text.ts";

/** A condition that the form offers: its texts, field and operator. */
interface Choice {
  words: string;
  /** The condition with its value, as a sentence. */
  said: string;
  field: string;
  op: Filter["op"];
  /** For numbers: the factor from the displayed unit to the field's unit. Undefined for texts. */
  times?: number;
}

/** The conditions that the form offers, by name. */
export const CHOICES: Record<string, Choice> = {
  "place-most": {
    words: marked("the place is at most"),
    said: marked("the place is at most {value}"),
    field: "data.place",
    op: "lte",
    times: 1,
  },
  "viewers-least": {
    words: marked("viewers are at least"),
    said: marked("viewers are at least {value}"),
    field: "data.info.viewers",
    op: "gte",
    times: 1,
  },
  "minutes-least": {
    words: marked("the stream lasted at least (minutes)"),
    said: marked("the stream lasted at least (minutes) {value}"),
    field: "data.durationSeconds",
    op: "gte",
    times: 60,
  },
  "grew-least": {
    words: marked("it grew by at least (%)"),
    said: marked("it grew by at least (%) {value}"),
    field: "data.percent",
    op: "gte",
    times: 1,
  },
  "fell-least": {
    words: marked("it fell by at least (%)"),
    said: marked("it fell by at least (%) {value}"),
    field: "data.percent",
    op: "lte",
    times: -1,
  },
  "title-has": {
    words: marked("the stream's title contains"),
    said: marked("the stream's title contains {value}"),
    field: "data.info.title",
    op: "contains",
  },
  "name-has": {
    words: marked("the name contains"),
    said: marked("the name contains {value}"),
    field: "target.name",
    op: "contains",
  },
  "name-is-not": {
    words: marked("the name is not"),
    said: marked("the name is not {value}"),
    field: "target.name",
    op: "ne",
  },
  "ranking-is": {
    words: marked("the ranking is called"),
    said: marked("the ranking is called {value}"),
    field: "data.title",
    op: "eq",
  },
};

/** A row of the form: a condition, and the value as entered. */
export interface Condition {
  what: string;
  value: string;
}

const fits = (choice: Choice, filter: Filter): boolean =>
  choice.field === filter.field &&
  choice.op === filter.op &&
  (choice.times === undefined ? typeof filter.value === "string" : typeof filter.value === "number") &&
  (choice.times === undefined || Math.sign(Number(filter.value)) !== -Math.sign(choice.times));

/** A filter as a row of the form; null if the form does not offer it. */
export function conditionOf(filter: Filter): Condition | null {
  const found = Object.entries(CHOICES).find(([, choice]) => fits(choice, filter));
  if (found === undefined) return null;
  const [what, { times }] = found;
  return { what, value: times === undefined ? valueText(filter.value) : valueText(Number(filter.value) / times) };
}

/** The filter of a row. Values that are not numbers stay texts, so that the schema reports them. */
export function filterOf({ what, value }: Condition): Filter {
  const { field, op, times } = CHOICES[what]!;
  const text = value.trim();
  const isNumber = times !== undefined && text !== "" && Number.isFinite(Number(text));
  return { field, op, value: isNumber ? Number(text) * times : text };
}

/** A filter as text. */
export function filterWords(filter: Filter): string {
  const row = conditionOf(filter);
  if (row !== null) return t(CHOICES[row.what]!.said, { value: row.value });
  const { field, op, value } = filter;
  return t("{field} {operator} {value}", { field, operator: t(OPERATORS[op]), value: valueText(value) });
}

/** Parses a filter from a hidden field; null if it is malformed. */
export function filterFrom(text: string): Filter | null {
  try {
    const read = JSON.parse(text) as Json;
    return isObject(read) && FILTER_OPS.some((op) => op === read["op"]) ? (read as unknown as Filter) : null;
  } catch {
    return null;
  }
}
