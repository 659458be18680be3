import { isObject, type JsonObject } from "../../core/json.ts";
import { type Fault, unreadableFault } from "../../core/fault.ts";
import { lostNumber } from "../../core/compared-numbers.ts";
import { numberOf, valueOf } from "../../core/named-values.ts";
import { err, ok } from "../../core/result.ts";
import { rowsOf } from "../../core/rows.ts";
import type { LastValue, ReadContext, Reading, TargetKind } from "../kind.ts";
import { leftAt } from "../../core/absence.ts";
import { invalidField, invalidOperation, invalidValues, operationIdentity, UNKNOWN } from "../watching.ts";
import { listEvents } from "./events.ts";
import { judgeList } from "./judge.ts";
import { listNews } from "./latest.ts";
import { listParams, type ListParams, listSettings, type ListSettings, MAX_FIELDS } from "./params.ts";
import { titleOf, linkOf, numbersOf, otherTextsOf } from "../../core/item-look.ts";
import { type Item, type ListState, type ListView, listed, showItems, summaryOf } from "./view.ts";
import { distinguished } from "../../sections/distinguish.ts";
import { charted, count, name, rowsIn, reported, type KindPage } from "../page.ts";

/** Columns beside an item's name. */
const MAX_COLUMNS = 4;

/** The fields to compare: a text that differs between items, then numbers. */
function fieldsIn({ items }: JsonObject): string[] {
  const rows = rowsIn(items).map(({ fields }) => fields);
  const texts = Map.groupBy(rows.flatMap(otherTextsOf), ([field]) => field);
  const differing = [...texts].filter(([, all]) => rows.length === 1 || new Set(all.map(([, text]) => text)).size > 1);
  const numbers = new Set(rows.flatMap((fields) => numbersOf(fields).map(([field]) => field)));
  const most = numbers.size === 0 ? MAX_COLUMNS : 1;
  return [...differing.map(([field]) => field).slice(0, most), ...numbers].slice(0, MAX_COLUMNS);
}

/** How pages show lists of items. */
const listPage: KindPage = {
  path: "/item-lists",
  noun: "list of items",
  title: "Videos & items",
  many: "lists of items",
  icon: "list",
  alerts: { title: "Videos & items", any: "an item", some: "an item", all: "does anything" },
  watched: {
    setUp: true,
    about: "Any list of the data service, such as a creator’s videos: new, gone, changed and growing items.",
    fields: { "/name": "Name", "/params/operation": "Operation", "/params/values": "Values, such as userId=7012" },
    settings: { "/settings/confirmGone": "Missing for how many checks means gone" },
    columns: ["Item"],
    fieldsOf: fieldsIn,
    rows: (snapshot, say) => {
      const items = rowsIn(snapshot["items"]).map((one) => {
        const told = reported(one["itemId"]);
        return { fields: one["fields"], name: titleOf(one["fields"]) ?? told, told };
      });
      return distinguished(items).map(({ name: called, fields }) => {
        const link = linkOf(fields);
        const values = isObject(fields) ? fields : {};
        return [
          { ...name(called), ...(link === null ? {} : { href: link }) },
          ...fieldsIn(snapshot).map((field) =>
            typeof values[field] === "string" ? name(values[field]) : count(values[field], say),
          ),
        ];
      });
    },
    charts: [],
    chartsOf: ({ items }) => {
      const names = new Set(rowsIn(items).flatMap(({ fields }) => numbersOf(fields).map(([field]) => field)));
      return [...names].map((field) => charted(field, `${field}:`));
    },
  },
};

/** The fault of a target whose operation was redefined after the target was added. */
const notAList = (operation: string): Fault => ({
  kind: "refused",
  status: null,
  detail: `the operation ${operation} is not defined as a list any more: it needs rows, id and fields`,
});

type Asking = Pick<ReadContext<ListParams, ListSettings, ListState>, "params" | "settings" | "before">;

/** Reads a list with one call. The operation defines where its rows are. */
export function* readList({ params, settings, before }: Asking): Reading<ListView> {
  const { operation, values } = params;
  const answer = yield { operation, values };
  if (!answer.ok) return err(answer.error);
  const { body, operation: defined } = answer.value;
  const names = Object.keys(defined.fields).slice(0, MAX_FIELDS);
  if (defined.listing === null || names.length === 0) return err(notAList(operation));
  const pointers = Object.fromEntries(names.map((name) => [name, defined.fields[name]!]));
  const read = rowsOf(body, defined.listing, pointers, () => before()?.mark ?? null);
  if (!read.ok) return err(read.error);
  const { rows, complete, mark } = read.value;
  const lost = unreadableIn(rows, settings, before);
  const path = lost === null ? "" : `${defined.listing.rows}/${lost.place}${pointers[lost.field] ?? ""}`;
  return ok({
    items: rows,
    names,
    complete,
    mark,
    unreadable: lost === null ? null : unreadableFault(path, lost.field),
  });
}

/**
 * A watched field that had numbers, of which an item has other text now, or most items have none; null if there is none.
 */
function unreadableIn(items: Item[], { watch }: ListSettings, before: Asking["before"]) {
  const watched = [...new Set(watch.map(({ field }) => field))];
  const without = watched.filter((field) => items.some(({ fields }) => numberOf(fields, field) === null));
  const known = without.length === 0 ? {} : (before()?.known ?? {});
  for (const field of without) {
    const had = items.flatMap(({ id, fields }, place) =>
      Object.hasOwn(known, id) && Object.hasOwn(known[id]!.numbers, field) ? [{ place, field, fields }] : [],
    );
    const lost = lostNumber(had, ({ fields }) =>
      numberOf(fields, field) !== null ? "read" : valueOf(fields, field) === undefined ? "missing" : "text",
    );
    if (lost !== null) return lost;
  }
  return null;
}

/** The rows of any operation with a list: the `item.*` events. */
export const list: TargetKind<ListParams, ListSettings, ListState, ListView, typeof listEvents> = {
  kind: "list",
  title: "List of items",
  page: listPage,
  params: listParams,
  settings: listSettings,
  intervalSeconds: 300,
  cpuWeight: 20,
  identity: operationIdentity,
  operations: [
    {
      name: "user.videos",
      source: "default",
      path: "/api/v1//user/videos",
      query: { user_id: "{userId}", count: "30" },
      listing: { rows: "/data/aweme_list", id: "/aweme_id" },
      fields: {
        title: "/desc",
        link: "/share_url",
        picture: "/video/cover",
        author: "/author/nickname",
        time: "/create_time",
        plays: "/statistics/play_count",
        likes: "/statistics/digg_count",
        comments: "/statistics/comment_count",
        shares: "/statistics/share_count",
      },
    },
  ],
  polls: {
    operation: ({ operation }) => operation,
    wrong({ params, settings: { watch, timeField } }, operation) {
      if (operation === null) return invalidOperation(UNKNOWN);
      if (operation.listing === null)
        return invalidOperation("has no rows and id: its definition needs both for a list");
      const fields = Object.keys(operation.fields).length;
      if (fields === 0) return invalidOperation("has no fields: its definition needs some for a list");
      if (fields > MAX_FIELDS) return invalidOperation(`has ${fields} fields: a list may have ${MAX_FIELDS}`);
      return [
        ...invalidValues(params, operation),
        ...watch.flatMap(({ field }, place) => invalidField(field, `/settings/watch/${place}/field`, operation)),
        ...(timeField === undefined ? [] : invalidField(timeField, "/settings/timeField", operation)),
      ];
    },
  },
  calls: () => 1,
  read: readList,
  judge: judgeList,
  series: ({ watch }) => watch.map(({ field }) => field),
  measured: {
    known: ({ known }) => Object.fromEntries(Object.entries(known).map(([id, { fields }]) => [id, titleOf(fields)])),
    found: (state) => listed(state).map(([id]) => id),
    named: ({ itemId, fields }) => [itemId, titleOf(fields) ?? undefined],
    since: ({ known }) => Object.fromEntries(Object.entries(known).map(([id, { seenAt }]) => [id, seenAt])),
  },
  last: ({ known }) =>
    Object.fromEntries(
      Object.entries(known).flatMap(([id, row]) =>
        Object.entries(row.numbers).map(([field, { value, unreadableSince }]): [string, LastValue] => [
          `${field}:${id}`,
          { value, until: leftAt(row) ?? unreadableSince ?? null },
        ]),
      ),
    ),
  snapshot: showItems,
  summary: summaryOf,
  news: listNews,
  events: listEvents,
  example: { name: "Maria's videos", params: { operation: "user.videos", values: { userId: "7012" } } },
};
