import type { AirtimeRow, BestPlace } from "../../sections/airtime-shape.ts";
import { inEnglish } from "../../core/sentence.ts";
import { matchesType, publicEvent, type Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { broadcastView, type Broadcast } from "./broadcasts.ts";
import type { NamedSample } from "./samples.ts";
import { sessionView, type ListedSession } from "./sessions.ts";
import { eventTypes } from "../../kinds/events.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { csvText, type Table } from "../../http/csv.ts";
import { doneText } from "../goals/goal-words.ts";

const ABOUT = ["id", "type", "occurredAt", "detectedAt", "window.from", "window.to", "targetId"];

/**
 * Events as a table, with a column for each field of matching types (all without `type`), named by its path as in
 * filters. Nested objects and lists are JSON.
 */
export function eventTable(file: string, type = "*"): Table<Event> {
  const rows = Object.entries(eventTypes).flatMap(([name, row]) => (matchesType(type, name) ? row : []));
  const kinds = new Set(rows.flatMap((row) => row.kinds));
  const params = [...kinds].flatMap((kind) => Object.keys(targetKinds[kind]!.params().shape));
  const data = rows.flatMap(({ fields }) => Object.keys(fields().shape));
  const columns = [...ABOUT, "target.name", "target.kind", ...named("target.params", params), ...named("data", data)];
  const paths = columns.map((column) => column.split("."));
  return {
    file,
    columns,
    rows(event) {
      const displayed = publicEvent(event);
      return [paths.map((path) => within(displayed, path))];
    },
  };
}

const named = (where: string, fields: string[]): string[] => [...new Set(fields)].map((field) => `${where}.${field}`);

function within(whole: JsonObject, path: string[]): Json | undefined {
  let here: Json | undefined = whole;
  for (const name of path) here = isObject(here) && Object.hasOwn(here, name) ? here[name] : undefined;
  return here;
}

const BROADCAST = [
  "startedAt",
  "endedAt",
  "durationSeconds",
  "roomId",
  "title",
  "peakViewers",
  "unknownSince",
  "unknownSeconds",
  "imported",
] as const;

const SESSION = [
  "targetId",
  "targetName",
  ...BROADCAST,
  "secondsWithin",
  "watchlistId",
  "watchlistName",
  "timezone",
] as const;

/** Streams of many targets as a table. */
export const sessionTable = (file: string): Table<ListedSession> => ({
  file,
  columns: [...SESSION],
  rows: (session) => {
    const displayed = sessionView(session);
    return [SESSION.map((column) => displayed[column])];
  },
});

/** Streams of one target as a table. */
export const broadcastTable = (file: string, target: { id: string; name: string }): Table<Broadcast> => ({
  file,
  columns: ["targetId", "targetName", ...BROADCAST],
  rows: (broadcast) => {
    const displayed = broadcastView(broadcast);
    return [[target.id, target.name, ...BROADCAST.map((column) => displayed[column])]];
  },
});

const AIRTIME = [
  "targetId",
  "name",
  "handle",
  "seconds",
  "days",
  "validDays",
  "streams",
  "averageViewers",
  "peakViewers",
  "viewerSeconds",
  "bestPlaces",
  "missedSlots",
  "longestRunDays",
  "change",
  "coverage",
] as const;

/** The fields of a goal, by path. The column `goal` summarizes them. */
const GOAL = [
  "goal.hours",
  "goal.validDays",
  "goal.wanted.hours",
  "goal.wanted.validDays",
  "goal.left.hours",
  "goal.left.validDays",
  "goal.left.days",
  "goal.pace.hours",
  "goal.pace.validDays",
  "goal.reached",
];

const GOAL_PATHS = GOAL.map((column) => column.split(".").slice(1));

/** "#3 Daily; #7 Hourly" */
export const placesText = (places: BestPlace[]): string =>
  places.map(({ title, place }) => `#${place} ${title}`).join("; ");

const cellOf = (value: Json | undefined): string | number | null =>
  typeof value === "string" || typeof value === "number" ? value : typeof value === "boolean" ? String(value) : null;

/** The airtime of creators as a table. */
export const airtimeTable = (file: string) =>
  ({
    file,
    columns: [
      ...AIRTIME,
      "goal",
      ...GOAL,
      "unknownSeconds",
      "uncertaintySeconds",
      "goal.state",
      "watchedSince",
      "removed",
    ],
    rows: ({ bestPlaces, goal, ...row }) => {
      const displayed = { ...row, bestPlaces: placesText(bestPlaces) };
      const own = goal === null ? {} : { ...goal };
      const values = GOAL_PATHS.map((path) => cellOf(within(own, path)));
      const about = goal === null ? null : doneText(goal, inEnglish);
      const observed = [row.unknownSeconds, row.uncertaintySeconds, goal?.state ?? null];
      const since = [row.watchedSince, String(row.removed)];
      return [[...AIRTIME.map((column) => cellOf(displayed[column])), about, ...values, ...observed, ...since]];
    },
  }) satisfies Table<AirtimeRow>;

/** The airtime of creators as the bytes of a CSV file. */
export function airtimeCsv(all: AirtimeRow[]): Uint8Array {
  const { columns, rows } = airtimeTable("airtime");
  return new TextEncoder().encode(csvText(columns, all.flatMap(rows)));
}

/** Samples of one target as a table: a row for each value, with the name of what it measures. */
export const sampleTable = (file: string, target: { id: string; name: string }): Table<NamedSample> => ({
  file,
  columns: ["at", "targetId", "targetName", "series", "name", "value", "currency"],
  size: ({ values }) => Object.keys(values).length,
  rows: ({ at, values, names, currencies }) =>
    Object.entries(values).map(([series, value]) => [
      iso(at),
      target.id,
      target.name,
      series,
      names[series],
      value,
      currencies[series],
    ]),
});
