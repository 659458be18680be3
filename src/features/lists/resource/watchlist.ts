import * as z from "zod";
import { DEFAULT_WATCHLIST, languageOrNull, nameText, timezoneOrNull } from "../../../resources/fields.ts";
import { resource } from "../../../resources/resource.ts";
import { watchlists } from "./table.ts";

const form = () =>
  z.strictObject({
    name: nameText(100).describe("The name: 1 to 100 characters, unique."),
    description: z.string().max(1000).default("").describe("What it is for, up to 1,000 characters. Default: empty."),
    timezone: timezoneOrNull(
      "The IANA time zone of its targets that have none. Null means that each target's zone is learned from its starts.",
    ),
    language: languageOrNull("that of `LANGUAGE`").describe(
      "The language of its client's report, unless the feed key has its own; null means that of `LANGUAGE`.",
    ),
  });

/**
 * With another time zone the next start may be at another time. Until polls have computed it, no no-show is reported.
 */
const UNSURE = `UPDATE targets SET expected_confidence = NULL
  WHERE watchlist_id IN (SELECT value FROM json_each(?1)) AND expected_at IS NOT NULL AND timezone IS NULL`;

export const watchlist = resource({
  name: "watchlists",
  noun: "watchlist",
  prefix: "wl",
  table: watchlists,
  form,
  within: "t.id IN (SELECT value FROM json_each(?))",
  refs: {},
  key: ({ name }) => [name],
  unique: {
    columns: ["name"],
    taken: ({ name }) => `There is a watchlist named ${JSON.stringify(name)} already.`,
    field: "name",
    twice: (other) => `is the name of ${other} too`,
  },
  quota: { count: 1_000 },
  builtIn: { id: DEFAULT_WATCHLIST, adjective: "default", keeps: ["name"] },
  serialize: {},
  sideEffects: {
    changed(changes) {
      const rows = changes.flatMap(({ before, after }) => (before.timezone === after.timezone ? [] : [after.id]));
      return rows.length === 0 ? [] : [{ sql: UNSURE, rows }];
    },
  },
  words: { about: "Groups of targets.", create: "Create a watchlist" },
  example: { body: { name: "Music", description: "Singers and bands" }, patch: { name: "Another name" } },
  document: { order: "name", displayName: ({ name }) => name },
});
