import { inEnglish } from "../../core/say.ts";
import type { TargetKind } from "../kind.ts";
import { operationIdentity, UNKNOWN, invalidField, invalidOperation, invalidValues } from "../watching.ts";
import { recordEvents } from "./events.ts";
import { judgeRecord } from "./judge.ts";
import { recordPage } from "./page.ts";
import { MAX_FIELDS, recordParams, recordSettings, type RecordParams, type RecordSettings } from "./params.ts";
import { readRecord } from "./read.ts";
import { storedRecord } from "./stored.ts";
import { showRecord, summaryOf, type RecordState, type RecordView } from "./view.ts";

/** The fields of any operation with a single object: the `field.*` events. */
export const record: TargetKind<RecordParams, RecordSettings, RecordState, RecordView, typeof recordEvents> = {
  kind: "record",
  title: "Record",
  page: recordPage,
  params: recordParams,
  settings: recordSettings,
  intervalSeconds: 300,
  stored: storedRecord,
  cpuWeight: 2,
  identity: operationIdentity,
  operations: [
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
  unreadable: ({ unreadable }) => unreadable ?? null,
  snapshot: showRecord,
  status: (state) => ({ summary: summaryOf(state, inEnglish) }),
  summary: summaryOf,
  since: (state) => state.since,
  live: () => false,
  events: recordEvents,
  example: { name: "Maria's first video", params: { operation: "video.info", values: { videoId: "7501001" } } },
};
