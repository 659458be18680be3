import * as z from "zod";
import { base32 } from "../../../core/ids.ts";
import { isoOrNull } from "../../../core/instant.ts";
import { ok } from "../../../core/result.ts";
import { PUBLIC_ONLY, refusal } from "../../../core/public-url.ts";
import { idOrNull, languageOrNull, nameText, WITHIN_LIST } from "../../../resources/fields.ts";
import { instant } from "../../../resources/shape-fields.ts";
import { resource, type Stored } from "../../../resources/resource.ts";
import { feedKeys } from "./table.ts";

/** The longest logo: 20 KB in Base64. */
const MAX_LOGO = 27_400;

const DATA_LOGO = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

/** What is wrong with a logo; null if nothing is. */
const logoError = (text: string): string | null =>
  text.startsWith("data:")
    ? DATA_LOGO.test(text) && text.length <= MAX_LOGO
      ? null
      : "must be a PNG, JPEG or WebP picture of at most 20 KB in Base64"
    : refusal(text, PUBLIC_ONLY);

const fields = () =>
  z.strictObject({
    name: nameText(100).describe("Who the key is for: 1 to 100 characters."),
    watchlistId: idOrNull("The watchlist whose creators are shown; null means all."),
    report: z
      .boolean()
      .default(false)
      .describe("Also opens the watchlist's airtime report (`/feeds/report.html`). Default: false."),
    agency: nameText(100).nullable().default(null).describe("The name above the report; null for none."),
    logo: z
      .string()
      .trim()
      .max(MAX_LOGO)
      .superRefine((text, context) => {
        const message = logoError(text);
        if (message !== null) context.addIssue({ code: "custom", message });
      })
      .nullable()
      .default(null)
      .describe(
        "The picture above the report: a public https address, or a `data:` URI of at most 20 KB; null for none.",
      ),
    language: languageOrNull("that of `LANGUAGE`").describe(
      "The language of the report; null means that of `LANGUAGE`.",
    ),
  });

const form = () =>
  fields().superRefine(({ report, watchlistId }, context) => {
    if (report && watchlistId === null)
      context.addIssue({ code: "custom", path: ["watchlistId"], message: "is required where report is true" });
  });

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no Record
type Own = {
  /** The digest of the key, which is random enough to need no salt. */
  hash: string;
  /** Wall clock, epoch ms, noted once a day; null: never. */
  openedAt: number | null;
};

/** A key to feeds and badges, of one watchlist or of all, and to nothing else. */
export type FeedKey = Stored<ReturnType<typeof form>, Own>;

/** 52 characters of 5 bits each. */
const KEY_BYTES = 52;

export const feedKey = resource<ReturnType<typeof form>, Own>({
  name: "feed-keys",
  noun: "feed key",
  prefix: "fdk",
  table: feedKeys,
  form,
  // A key of a deleted watchlist is deleted too: it would open nothing.
  within: WITHIN_LIST,
  refs: { watchlistId: { to: "watchlists", onDelete: "follow" } },
  key: ({ name, watchlistId }) => [name, watchlistId],
  quota: { count: 200 },
  async validated({ before }, { randomBytes, hash }) {
    if (before !== null) return ok({ own: {} });
    const key = `tlf_${base32(randomBytes(KEY_BYTES))}`;
    return ok({ own: { hash: await hash(key), openedAt: null }, made: { key } });
  },
  serialize: {},
  computedFields: {
    openedAt: {
      schema: () =>
        instant().nullable().describe("When an address with the key was last opened, to the day; null means never."),
      of: ({ openedAt }) => isoOrNull(openedAt),
    },
  },
  made: {
    schema: () => ({
      key: z
        .string()
        .describe("The key, used as the `key` parameter of feeds and badges. Shown only in this response."),
    }),
    shown: (_one, created) => created,
  },
  words: {
    about: "Keys that open feeds and badges without a token.",
    create: "Create a feed key",
    creating:
      "`key` is shown only in this response. Anyone with an address that contains it can see what that address shows, and nothing else.",
    deleting: "Addresses with this key stop working.",
  },
  example: {
    body: { name: "Agency's client", watchlistId: null },
    patch: { name: "Another client" },
    own: { hash: "", openedAt: null },
  },
});
