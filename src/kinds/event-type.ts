import * as z from "zod";
import type { Unwatched } from "../core/delivery.ts";
import type { Change, Event } from "../core/event.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Language } from "../core/language.ts";
import { lazy } from "../core/lazy.ts";
import type { Notice } from "../core/notice.ts";

/** An event type: a row of its kind's table with everything that is said about it. */
export interface EventType<Data = JsonObject> {
  /** When it happens, as sentences. */
  about: string;
  /** The same as a verb phrase for its subject ("goes live"), or as a whole clause if it is about no target. */
  happens: string;
  /** Schema of its data, with the meaning and unit of each field. Polls do not need it, so it is built on first use. */
  fields: () => z.ZodObject;
  /** Example data of an event at a time, epoch ms. */
  example: (at: number) => Data;
  /** True if it is sent before a long sweep has finished. */
  urgent?: true;
  /** The event type that it ends. It edits that event's message, mentions nobody, and is never sent without it. */
  ends?: string;
  /**
   * Fields that say how the problem was whose end it reports. Filters on them are not asked, as whoever was told of the
   * problem is told of its end.
   */
  unasked?: string[];
  /**
   * The event type that was expected and did not come. It is found from schedule predictions, not by the kind's judge.
   */
  misses?: string;
  /** True if only subscriptions that name it receive it. `live.*` and `*` leave it out. */
  onlyByName?: true;
  /**
   * True if later events of the type follow the first of the same story. They edit its message and mention nobody, and
   * are neither sent nor stored if there is no message to edit. The data of the last one has `final: true`.
   */
  continues?: true;
  /** Renders it, including events from older versions. `update` is a later event of the same story, such as the end. */
  words: (event: Event, language: Language, update?: Event) => Notice;
  /** For starts of targets that can be `live`: renders one whose target is no longer watched. */
  unwatched?: (event: Event, language: Language, how: Unwatched) => Notice;
}

/** A table of event types. */
export type EventTypes = Record<string, EventType>;

type Fields = Record<string, z.ZodType<Json>>;

type DataOf<Row> = Row extends EventType<infer Data> ? Data : never;

/** The changes that a judge can return: types of the table with matching data. */
export type ChangeOf<Table> = { [T in keyof Table & string]: Change<T, DataOf<Table[T]>> }[keyof Table & string];

/** Declares a row. Its example must match its fields to compile. */
export const eventType = <F extends Fields>(
  row: Omit<EventType<z.output<z.ZodObject<F>>>, "fields"> & { fields: () => F },
): EventType<z.output<z.ZodObject<F>>> => ({ ...row, fields: lazy(() => z.strictObject(row.fields())) });

/** A time in event data. */
export const instant = lazy(() => z.iso.datetime({ precision: 3 }));

/** Times of this poll and of the last successful one before it; epoch ms. */
export interface When {
  at: number;
  lastOkAt: number | null;
}

/** Creates changes that a poll found. They happened between the last successful poll and this one. */
export const changesOf =
  <Table extends object>() =>
  <T extends keyof Table & string>({ at, lastOkAt }: When, type: T, key: string, data: DataOf<Table[T]>) => ({
    type,
    key,
    occurredAt: at,
    window: { from: lastOkAt, to: at },
    data,
  });
