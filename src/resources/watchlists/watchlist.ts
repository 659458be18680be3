import * as z from "zod";
import { DEFAULT_WATCHLIST, nameText } from "../fields.ts";
import { resource } from "../resource.ts";
import { watchlists } from "./table.ts";

const form = () =>
  z.strictObject({
    name: nameText(100).describe("What people call it: 1 to 100 characters, no two the same."),
    description: z.string().max(1000).default("").describe("What it is for, at most 1,000 characters. Default: empty."),
  });

export const watchlist = resource({
  name: "watchlists",
  noun: "watchlist",
  prefix: "wl",
  table: watchlists,
  form,
  refs: {},
  key: ({ name }) => [name],
  unique: {
    columns: ["name"],
    taken: ({ name }) => `There is a watchlist named ${JSON.stringify(name)} already.`,
    field: "name",
    twice: (other) => `is the name of ${other} too`,
  },
  most: { count: 1_000 },
  builtIn: { id: DEFAULT_WATCHLIST, adjective: "default", keeps: ["name"] },
  shown: {},
  words: { about: "Groups of targets.", create: "Create a watchlist" },
  example: { body: { name: "Music", description: "Singers and bands" }, patch: { name: "Another name" } },
  document: { order: "name", called: ({ name }) => name },
});
