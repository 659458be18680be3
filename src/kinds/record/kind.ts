import { malformed, unreadableFault, type Fault } from "../../core/fault.ts";
import { isObject, type Json } from "../../core/json.ts";
import { markIn, numberOf, readValues, type Values } from "../../core/named-values.ts";
import { err, ok } from "../../core/result.ts";
import type { LastValue, ReadContext, Reading, TargetKind } from "../kind.ts";
import { operationIdentity, UNKNOWN, invalidField, invalidOperation, invalidValues } from "../watching.ts";
import { recordEvents } from "./events.ts";
import { judgeRecord } from "./judge.ts";
import { recordNews } from "./news.ts";
import { MAX_FIELDS, recordParams, recordSettings, type RecordParams, type RecordSettings } from "./params.ts";
import { showRecord, summaryOf, type RecordState, type RecordView } from "./view.ts";
import { charted, count, name, type Cell, type KindPage } from "../page.ts";

/** A text; an address by its host, https as a link. */
function addressed(value: Json | undefined): Cell {
  const [address, host] = typeof value === "string" ? (/^https?:\/\/([^/\s?#]+)\S*$/.exec(value) ?? []) : [];
  if (address === undefined) return name(value);
  return { ...name(host), ...(address.startsWith("https:") ? { href: address } : {}) };
}

/** How pages show records. */
const recordPage: KindPage = {
  path: "/records",
  noun: "profile",
  title: "Profiles & numbers",
  many: "profiles",
  icon: "trend",
  alerts: { title: "Profiles & numbers", any: "a profile", some: "a profile", all: "does anything" },
  watched: {
    setUp: true,
    about: "Watch one thing of the data service, such as a video: its numbers, and texts that change.",
    fields: { "/name": "Name", "/params/operation": "Operation", "/params/values": "Values, such as userId=7012" },
    settings: {},
    columns: ["Field", "Now"],
    rows: ({ fields }, say) =>
      Object.entries(isObject(fields) ? fields : {}).map(([field, value]) => [
        { text: field, field: true },
        typeof value === "number"
          ? count(value, say)
          : value === null
            ? { text: say.text("can't be read") }
            : addressed(value),
      ]),
    charts: [],
    chartsOf: ({ fields }) =>
      Object.entries(isObject(fields) ? fields : {}).flatMap(([field, value]) =>
        typeof value === "number" ? charted(field, field) : [],
      ),
  },
};

/** The fault of a target whose operation was redefined after the target was added. */
const notARecord = (operation: string): Fault => ({
  kind: "refused",
  status: null,
  detail: `the operation ${operation} is not defined as a record any more: it needs fields, and no rows with id`,
});

type Asking = Pick<ReadContext<RecordParams, RecordSettings, RecordState>, "params" | "settings" | "before">;

/**
 * Reads a record with one call. The operation defines where its fields are. An answer without any of them is a fault.
 */
export function* readRecord({ params, settings, before }: Asking): Reading<RecordView> {
  const { operation, values } = params;
  const answer = yield { operation, values };
  if (!answer.ok) return err(answer.error);
  const { body, operation: defined } = answer.value;
  const names = Object.keys(defined.fields).slice(0, MAX_FIELDS);
  const [first] = names;
  if (defined.listing !== null || first === undefined) return err(notARecord(operation));
  if (!isObject(body) && !Array.isArray(body)) return err(malformed("", "the answer is not a JSON object"));
  const pointers = Object.fromEntries(names.map((name) => [name, defined.fields[name]!]));
  const mark = markIn([body], pointers, () => before()?.mark ?? null);
  const read = readValues(body, pointers, mark);
  if (Object.keys(read.fields).length === 0)
    return err(malformed(isObject(body) ? defined.fields[first]! : "", "no field leads to anything"));
  return ok({ ...read, names, mark, unreadable: unreadableIn(read.fields, pointers, settings, before) });
}

/** The fault of watched fields that had numbers, and of which the answer has none. */
function unreadableIn(
  fields: Values,
  pointers: Record<string, string>,
  { watch }: RecordSettings,
  before: Asking["before"],
): Fault | null {
  const without = watch.filter(({ field }) => Object.hasOwn(pointers, field) && numberOf(fields, field) === null);
  const known = without.length === 0 ? {} : (before()?.numbers ?? {});
  const lost = without.find(({ field }) => Object.hasOwn(known, field));
  return lost === undefined ? null : unreadableFault(pointers[lost.field]!, lost.field);
}

/** The fields of any operation with a single object: the `field.*` events. */
export const record: TargetKind<RecordParams, RecordSettings, RecordState, RecordView, typeof recordEvents> = {
  kind: "record",
  title: "Record",
  page: recordPage,
  params: recordParams,
  settings: recordSettings,
  intervalSeconds: 300,
  cpuWeight: 2,
  identity: operationIdentity,
  operations: [
    {
      name: "user.info",
      source: "default",
      path: "/api/v1//user/info",
      query: { user_id: "{userId}" },
      fields: {
        name: "/data/user/nickname",
        handle: "/data/user/unique_id",
        avatar: "/data/user/avatar",
        bio: "/data/user/signature",
        followers: "/data/user/follower_count",
        following: "/data/user/following_count",
        likes: "/data/user/total_favorited",
        videos: "/data/user/aweme_count",
      },
    },
    {
      name: "video.info",
      source: "default",
      path: "/api/v1//video/info",
      query: { video_id: "{videoId}" },
      fields: {
        title: "/data/aweme_detail/desc",
        author: "/data/aweme_detail/author/nickname",
        plays: "/data/aweme_detail/statistics/play_count",
        likes: "/data/aweme_detail/statistics/digg_count",
        comments: "/data/aweme_detail/statistics/comment_count",
        shares: "/data/aweme_detail/statistics/share_count",
      },
    },
  ],
  polls: {
    operation: ({ operation }) => operation,
    wrong({ params, settings: { watch } }, operation) {
      if (operation === null) return invalidOperation(UNKNOWN);
      if (operation.listing !== null)
        return invalidOperation("answers with rows, which a target of the kind `list` watches");
      const fields = Object.keys(operation.fields).length;
      if (fields === 0) return invalidOperation("has no fields: its definition needs some for a record");
      if (fields > MAX_FIELDS) return invalidOperation(`has ${fields} fields: a record may have ${MAX_FIELDS}`);
      return [
        ...invalidValues(params, operation),
        ...watch.flatMap(({ field }, place) => invalidField(field, `/settings/watch/${place}/field`, operation)),
      ];
    },
  },
  calls: () => 1,
  read: readRecord,
  judge: judgeRecord,
  last: ({ fields, numbers, missing = [], sampledAt }) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([field, value]): [string, LastValue][] =>
        typeof value !== "number"
          ? []
          : [
              [
                field,
                { value, until: numbers[field]?.unreadableSince ?? (missing.includes(field) ? sampledAt : null) },
              ],
            ],
      ),
    ),
  series: ({ watch }, state) =>
    state === null ? null : [...watch.map(({ field }) => field), ...Object.keys(state.fields)],
  snapshot: showRecord,
  summary: summaryOf,
  news: recordNews,
  events: recordEvents,
  example: { name: "Maria's first video", params: { operation: "video.info", values: { videoId: "7501001" } } },
};
