import * as z from "zod";
import { base32 } from "../../core/ids.ts";
import { ok } from "../../core/result.ts";
import { idOrNull, nameText } from "../fields.ts";
import { WITHIN_LIST } from "../within.ts";
import { resource, type Stored } from "../resource.ts";
import { feedKeys } from "./table.ts";

const form = () =>
  z.strictObject({
    name: nameText(100).describe("Who the key is for: 1 to 100 characters."),
    watchlistId: idOrNull("The watchlist whose creators it shows; null: all."),
  });

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no Record
type Own = {
  /** Of the key, which is random enough to need no salt. */
  hash: string;
};

/** Lets whoever has its address read feeds and badges, of one watchlist or of all, and nothing else. */
export type FeedKey = Stored<ReturnType<typeof form>, Own>;

/** 52 characters of 5 bits each. */
const KEY_BYTES = 52;

export const feedKey = resource<ReturnType<typeof form>, Own>({
  name: "feed-keys",
  noun: "feed key",
  prefix: "fdk",
  table: feedKeys,
  form,
  // A key of a list that is gone opens nothing: it goes along.
  within: WITHIN_LIST,
  refs: { watchlistId: { to: "watchlists", gone: "follow" } },
  key: ({ name, watchlistId }) => [name, watchlistId],
  most: { count: 200 },
  async settle({ before }, { randomBytes, hash }) {
    if (before !== null) return ok({ own: {} });
    const key = `tlf_${base32(randomBytes(KEY_BYTES))}`;
    return ok({ own: { hash: await hash(key) }, made: { key } });
  },
  shown: {},
  made: {
    schema: () => ({
      key: z
        .string()
        .describe("The key, used as the `key` parameter of feeds and badges. Shown only in this response."),
    }),
    shown: (_one, created) => created,
  },
  words: {
    about: "Keys to feeds and badges, for those who have no token.",
    create: "Create a feed key",
    creating: "`key` is shown this once; whoever has an address with it sees what it shows, and nothing else.",
    deleting: "Addresses with it lead nowhere from then on.",
  },
  example: {
    body: { name: "Agency's client", watchlistId: null },
    patch: { name: "Another client" },
    own: { hash: "" },
  },
});
