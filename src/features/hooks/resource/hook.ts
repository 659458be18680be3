import * as z from "zod";
import { base32 } from "../../../core/ids.ts";
import { isoOrNull } from "../../../core/instant.ts";
import { ok } from "../../../core/result.ts";
import { idOrNull, nameText, WITHIN_LIST } from "../../../resources/fields.ts";
import { instant } from "../../../resources/shape-fields.ts";
import { resource, type Stored } from "../../../resources/resource.ts";
import { hooks } from "./table.ts";

const form = () =>
  z.strictObject({
    name: nameText(100).describe("What sends the hints: 1 to 100 characters."),
    watchlistId: idOrNull("The watchlist whose targets it may hint at; null means all."),
  });

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no Record
type Own = {
  /** The digest of the key, which is random enough to need no salt. */
  hash: string;
  /** Wall clock, epoch ms; null: never. */
  lastUsedAt: number | null;
};

/** A key with which another program says that a target is worth a look now. It opens nothing else. */
export type Hook = Stored<ReturnType<typeof form>, Own>;

/** 52 characters of 5 bits each. */
const KEY_BYTES = 52;

export const hook = resource<ReturnType<typeof form>, Own>({
  name: "hooks",
  noun: "hook",
  prefix: "hok",
  table: hooks,
  form,
  // A hook of a deleted watchlist is deleted too: it would find no target.
  within: WITHIN_LIST,
  refs: { watchlistId: { to: "watchlists", onDelete: "follow" } },
  key: ({ name, watchlistId }) => [name, watchlistId],
  quota: { count: 100 },
  async validated({ before }, { randomBytes, hash }) {
    if (before !== null) return ok({ own: {} });
    const key = `tlh_${base32(randomBytes(KEY_BYTES))}`;
    return ok({ own: { hash: await hash(key), lastUsedAt: null }, made: { key } });
  },
  serialize: {},
  computedFields: {
    lastUsedAt: {
      schema: () => instant().nullable().describe("When a hint last made Tallylight check a target; null means never."),
      of: ({ lastUsedAt }) => isoOrNull(lastUsedAt),
    },
  },
  made: {
    schema: () => ({
      key: z.string().describe("The key, the last part of `POST /hooks/{key}`. Shown only in this response."),
    }),
    shown: (_one, created) => created,
  },
  words: {
    about: "Hints from other programs that a target should be checked now.",
    create: "Create a hook",
    creating:
      "`key` is shown only in this response. Whoever has it can make Tallylight check the targets of its watchlist sooner, within its share of the budget, and nothing else.",
    deleting: "Its key stops working at once.",
  },
  example: {
    body: { name: "Stream bot", watchlistId: null },
    patch: { name: "Another bot" },
    own: { hash: "", lastUsedAt: null },
  },
});
