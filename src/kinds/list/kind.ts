import { inEnglish } from "../../core/say.ts";
import type { TargetKind } from "../kind.ts";
import { operationIdentity, UNKNOWN, invalidField, invalidOperation, invalidValues } from "../watching.ts";
import { listEvents } from "./events.ts";
import { judgeList } from "./judge.ts";
import { listPage } from "./page.ts";
import { listParams, listSettings, MAX_FIELDS, type ListParams, type ListSettings } from "./params.ts";
import { titleOf } from "../../core/item-look.ts";
import { readList } from "./read.ts";
import { storedList } from "./stored.ts";
import { showItems, summaryOf, type ListState, type ListView } from "./view.ts";

/** The rows of any operation with a list: the `item.*` events. */
export const list: TargetKind<ListParams, ListSettings, ListState, ListView, typeof listEvents> = {
  kind: "list",
  title: "Item list",
  page: listPage,
  params: listParams,
  settings: listSettings,
  intervalSeconds: 300,
  stored: storedList,
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
  unreadable: ({ unreadable }) => unreadable ?? null,
  measured: {
    known: ({ known }) => Object.fromEntries(Object.entries(known).map(([id, { fields }]) => [id, titleOf(fields)])),
    named: ({ itemId, fields }) => [itemId, titleOf(fields) ?? undefined],
  },
  snapshot: showItems,
  status: (state) => ({ summary: summaryOf(state, inEnglish) }),
  summary: summaryOf,
  since: (state) => state.since,
  live: () => false,
  events: listEvents,
  example: { name: "Maria's videos", params: { operation: "user.videos", values: { userId: "7012" } } },
};
