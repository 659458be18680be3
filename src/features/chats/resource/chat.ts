import * as z from "zod";
import { base32 } from "../../../core/ids.ts";
import { instantOf, iso, isoOrNull } from "../../../core/instant.ts";
import { invalid } from "../../../core/refusal.ts";
import { ok } from "../../../core/result.ts";
import { idOrNull, languageOrNull } from "../../../resources/fields.ts";
import { instant } from "../../../resources/shape-fields.ts";
import { resource, type Stored } from "../../../resources/resource.ts";
import { chats } from "./table.ts";

/** The services whose chats can command. */
const CHAT_KINDS = ["discord", "slack", "telegram"] as const;

export type ChatKind = (typeof CHAT_KINDS)[number];

/** How long a code links a chat. */
const CODE_MS = 3_600_000;

/** 8 characters of 5 bits each. It is valid for an hour and once, and guesses are limited. */
const CODE_LENGTH = 8;

const MAX_NAMED = 100;

const ids = (about: string) =>
  z
    .array(z.string().regex(/^[\w-]{1,40}$/, "must be an id as the service shows it"))
    .max(MAX_NAMED, `must name at most ${MAX_NAMED}`)
    .overwrite((all) => [...new Set(all)])
    .default([])
    .describe(about);

const form = () =>
  z.strictObject({
    kind: z.enum(CHAT_KINDS, `must be one of: ${CHAT_KINDS.join(", ")}`).describe("The service of the chat."),
    scopes: z
      .enum(["read", "write"], "must be read or write")
      .describe("What its commands may do: `read` answers questions, `write` also changes what is watched."),
    watchlistId: idOrNull("The watchlist that it commands; null means all."),
    roles: ids("IDs of Discord roles that may make changes. Members with Manage Server always may."),
    users: ids("Ids of people who may change things."),
    language: languageOrNull("that of the person who asks"),
  });

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no Record
type Own = {
  codeHash: string | null;
  codeExpiresAt: number;
  address: string | null;
  title: string | null;
  linkedAt: number | null;
  lastCommandAt: number | null;
  lastCommand: string | null;
  failure: string | null;
};

/** A chat that may command, once its code was used in it. Its instants are wall clock. */
export type Chat = Stored<ReturnType<typeof form>, Own>;

/** A code as people copy it: upper case, in two groups. */
const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`.toUpperCase();

/** The code in a text, as its digest is made from; null if it is none. */
export function codeIn(text: string): string | null {
  const code = text.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");
  return code.length === CODE_LENGTH && /^[0-9a-z]+$/.test(code) ? code : null;
}

export const chat = resource<ReturnType<typeof form>, Own>({
  name: "chats",
  noun: "chat",
  prefix: "cht",
  scope: "admin",
  table: chats,
  form,
  refs: { watchlistId: { to: "watchlists", onDelete: "follow" } },
  key: ({ kind, watchlistId }) => [kind, watchlistId],
  quota: { count: 200 },
  async validated({ form: { kind }, before }, { now, randomBytes, hash, openTelegram }) {
    const closed = kind === "telegram" && before?.kind !== kind ? await openTelegram() : null;
    if (closed !== null) return invalid("/kind", closed);
    if (before !== null) return ok({ own: {} });
    const code = base32(randomBytes(CODE_LENGTH));
    const own = { codeHash: await hash(code), codeExpiresAt: now + CODE_MS };
    const unlinked = { address: null, title: null, linkedAt: null };
    const unused = { lastCommandAt: null, lastCommand: null, failure: null };
    return ok({ own: { ...own, ...unlinked, ...unused }, made: { code: shownCode(code) } });
  },
  serialize: {},
  computedFields: {
    name: {
      schema: () => z.string().nullable().describe("The chat's name; null until it is linked."),
      of: ({ title }) => title,
    },
    codeExpiresAt: {
      schema: () => instant().describe("Until when the code links a chat."),
      of: ({ codeExpiresAt }) => iso(codeExpiresAt),
    },
    linkedAt: {
      schema: () => instant().nullable().describe("When its code was used; null until then."),
      of: ({ linkedAt }) => isoOrNull(linkedAt),
    },
    lastCommandAt: {
      schema: () => instant().nullable().describe("When its last command came; null for none."),
      of: ({ lastCommandAt }) => isoOrNull(lastCommandAt),
    },
    lastCommand: {
      schema: () => z.string().nullable().describe("Who gave the last command, and which."),
      of: ({ lastCommand }) => lastCommand,
    },
    failure: {
      schema: () => z.string().nullable().describe("Why the last late answer did not arrive; null if it did."),
      of: ({ failure }) => failure,
    },
  },
  made: {
    schema: () => ({
      code: z
        .string()
        .describe("`/tally link CODE` in the chat uses it up, within an hour. Shown only in this response."),
    }),
    shown: (_one, created) => created,
  },
  words: {
    about: "Chats on Discord, Slack and Telegram that may command.",
    create: "Link a chat",
    creating:
      "`code` is shown only in this response. `/tally link CODE` in the chat (`/link CODE` on Telegram) uses it up within an hour. Linking a chat again replaces its earlier link.",
    changing: "Applies to the next command.",
    deleting: "Its commands are refused at once.",
  },
  example: {
    body: { kind: "discord", scopes: "write", watchlistId: null, roles: ["1001"] },
    patch: { scopes: "read" },
    own: {
      codeHash: "",
      codeExpiresAt: instantOf("2026-03-01T13:00:00.000Z")!,
      address: "discord:1002",
      title: "Northlight Mods",
      linkedAt: instantOf("2026-03-01T12:05:00.000Z"),
      lastCommandAt: instantOf("2026-03-01T12:06:00.000Z"),
      lastCommand: "/tally live, Lena",
      failure: null,
    },
  },
});
