import * as z from "zod";
import { channelKinds } from "../../../channels/registry.ts";
import type { BoardContent } from "../../../core/delivery.ts";
import { isoOrNull } from "../../../core/instant.ts";
import { ok } from "../../../core/result.ts";
import { idOrNull, idText, nameText, WITHIN_LIST } from "../../../resources/fields.ts";
import { instant } from "../../../resources/shape-fields.ts";
import { resource } from "../../../resources/resource.ts";
import { boards } from "./table.ts";

const form = () =>
  z.strictObject({
    name: nameText(200).describe("The headline: 1 to 200 characters."),
    channelId: idText("The channel that holds its message. Its kind must support editing messages."),
    watchlistId: idOrNull("The watchlist whose creators are shown; null means all."),
  });

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no Record
type Own = {
  content: BoardContent | null;
  shownAt: number;
};

const editableKinds = Object.values(channelKinds)
  .filter(({ editing }) => editing !== undefined)
  .map(({ kind }) => kind);

/**
 * Edits messages that are no longer updated one last time, to state so. Otherwise they would keep showing who was live.
 */
const over = (where: string, from = ""): string =>
  `UPDATE deliveries SET status = 'pending', reason = NULL, attempts = '[]', next_attempt_at = 0 ${from}
   WHERE ${where} AND message_ref IS NOT NULL`;

export const board = resource<ReturnType<typeof form>, Own>({
  name: "boards",
  noun: "board",
  prefix: "brd",
  table: boards,
  form,
  within: WITHIN_LIST,
  refs: {
    watchlistId: { to: "watchlists", onDelete: "refuse" },
    channelId: {
      to: "channels",
      onDelete: "refuse",
      only: {
        field: "kind",
        values: editableKinds,
        noun: `channel whose messages can be edited (${editableKinds.join(", ")})`,
        example: { kind: "discord", settings: { url: "https://discord.com/api/webhooks/1/secret-token" } },
      },
    },
  },
  key: ({ name }) => [name],
  quota: { count: 50 },
  // The next tick computes the content anew, for the channel and watchlist of now.
  validated: ({ before }) =>
    Promise.resolve(ok({ own: { content: null, ...(before === null ? { shownAt: 0 } : {}) } })),
  serialize: {},
  computedFields: {
    shownAt: {
      schema: () => instant().nullable().describe("When it was last updated; null before the first update."),
      of: ({ shownAt }) => isoOrNull(shownAt === 0 ? null : shownAt),
    },
  },
  sideEffects: {
    changed: (changes) => [
      {
        sql: over("board = j.value ->> 'id' AND channel_id <> j.value ->> 'channelId'", "FROM json_each(?1) j"),
        rows: changes.map(({ after: { id, channelId } }) => ({ id, channelId })),
      },
    ],
    removed: (ids, params) => [
      {
        sql: over(`board IN (${ids}) AND channel_id = (SELECT channel_id FROM boards b WHERE b.id = deliveries.board)`),
        params,
      },
    ],
  },
  words: {
    about:
      "One message in a channel that always shows who is live, for channels whose messages can be edited. It is edited when that changes, at most every 30 seconds, and posted again if it was deleted.",
    create: "Create a board",
    creating: "The message is posted at the next tick.",
    changing:
      "If the channel changes, a new message is posted there. The old message says that it is no longer updated.",
    deleting: "Its message says that it is no longer updated.",
  },
  example: {
    body: { name: "On air now", channelId: "ch_…", watchlistId: null },
    patch: { name: "Live now" },
    own: { content: null, shownAt: 0 },
  },
  document: { order: "name", displayName: ({ name }) => name },
});
