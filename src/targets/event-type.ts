import * as z from "zod";
import type { Change, Event } from "../core/event.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Language } from "../core/language.ts";
import { lazy } from "../core/lazy.ts";
import type { Notice } from "../core/notice.ts";

/** One event type: a row of its kind's table, and all that is said of it anywhere. */
export interface EventType<Data = JsonObject> {
  /** When it happens, in a sentence. */
  about: string;
  /** The same in a word or two, behind who or what it happens to: "goes live"; a whole clause where it is about no target. */
  happens: string;
  /** What its data holds, each field with its meaning and unit: a form that a poll never needs, so it is made when it is wanted. */
  fields: () => z.ZodObject;
  /** The data of such an event at an instant, epoch ms. */
  example: (at: number) => Data;
  /** True where it is told before a long sweep is over. */
  urgent?: true;
  /** The type of the event that it ends: it brings that one's message up to date, pings nobody, and is nothing without it. */
  ends?: string;
  /** The type of the event that was expected and did not come: polls find it by what was learned, not the kind's judge. */
  misses?: string;
  /** True where only a subscription that names it is told: `live.*` and `*` leave it out. */
  onlyByName?: true;
  /** How it reads, also where an older version wrote it; `update` is the later event of the same story, such as the end. */
  words: (event: Event, language: Language, update?: Event) => Notice;
}

/** A table of event types. */
export type EventTypes = Record<string, EventType>;

type Fields = Record<string, z.ZodType<Json>>;

type DataOf<Row> = Row extends EventType<infer Data> ? Data : never;

/** What a judge may find: a type of the table with the data that its row says. */
export type ChangeOf<Table> = { [T in keyof Table & string]: Change<T, DataOf<Table[T]>> }[keyof Table & string];

/** A row: its example is what its fields say, or it does not compile. */
export const eventType = <F extends Fields>(
  row: Omit<EventType<z.output<z.ZodObject<F>>>, "fields"> & { fields: () => F },
): EventType<z.output<z.ZodObject<F>>> => ({ ...row, fields: lazy(() => z.strictObject(row.fields())) });

/** An instant as events write it. */
export const instant = lazy(() => z.iso.datetime({ precision: 3 }));

/** When a poll was, and the last one before it that was answered well; epoch ms. */
export interface When {
  at: number;
  lastOkAt: number | null;
}

/** Makes changes of a table that the poll found as it was: each happened after the last good one. */
export const changesOf =
  <Table extends object>() =>
  <T extends keyof Table & string>({ at, lastOkAt }: When, type: T, key: string, data: DataOf<Table[T]>) => ({
    type,
    key,
    occurredAt: at,
    window: { from: lastOkAt, to: at },
    data,
  });
