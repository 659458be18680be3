import * as z from "zod";
import { base32 } from "../../../core/ids.ts";
import { instantOf, isoOrNull } from "../../../core/instant.ts";
import { ok } from "../../../core/result.ts";
import { instantOrNull, nameText } from "../../../resources/fields.ts";
import { instant } from "../../../resources/shape-fields.ts";
import { resource, type Stored } from "../../../resources/resource.ts";
import { scopes } from "./scopes.ts";
import { tokens } from "./table.ts";

const form = () =>
  z.strictObject({
    name: nameText(100),
    scopes: z
      .array(z.enum(scopes, `must be one of: ${scopes.join(", ")}`))
      .min(1, "must name at least one scope")
      .max(3)
      .overwrite((all) => scopes.filter((scope) => all.includes(scope)))
      .describe("The scopes: `read` < `write` < `admin`, each includes the previous ones."),
    watchlistIds: z
      .array(z.string())
      .min(1, "must name at least one watchlist")
      .max(100, "must name at most 100 watchlists")
      .overwrite((all) => [...new Set(all)].toSorted())
      .nullable()
      .default(null)
      .describe(
        "Limits the token to these watchlists: it sees and changes only what belongs to them. Null (the default) means no limit.",
      ),
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(254, "must have at most 254 characters")
      .regex(/^[^\s@<>]+@[^\s@<>]+$/, "must be an email address")
      .nullable()
      .default(null)
      .describe(
        "The person with this email address signs in through Cloudflare Access and may do what this token may. Null, the default, means nobody.",
      ),
    expiresAt: instantOrNull
      .form()
      .describe("When the token expires: ISO 8601 with a time zone, a bare date is UTC. Null means never."),
  });

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no Record
type Own = {
  /** The digest of its secret, which is random enough to need no salt. */
  hash: string;
  /** Accurate to a minute; null: never. */
  lastUsedAt: number | null;
};

/** A key to the API. Its instants are wall clock. */
export type Token = Stored<ReturnType<typeof form>, Own>;

/** 52 characters of 5 bits each. */
const SECRET_BYTES = 52;

/** Creates the secret of a token. */
export const tokenSecretOf = (randomBytes: (count: number) => Uint8Array): string =>
  `tly_${base32(randomBytes(SECRET_BYTES))}`;

export const token = resource<ReturnType<typeof form>, Own>({
  name: "tokens",
  noun: "token",
  prefix: "tok",
  scope: "admin",
  table: tokens,
  form,
  refs: {},
  listRefs: { watchlistIds: "watchlists" },
  key: ({ name }) => [name],
  distinct: { field: "email", message: "is the address of another token already" },
  quota: { count: 100 },
  validate: ({ expiresAt }, before, now) =>
    before === null && expiresAt !== null && expiresAt <= now
      ? [{ pointer: "/expiresAt", message: "must be in the future" }]
      : [],
  async validated({ before }, { randomBytes, hash }) {
    if (before !== null) return ok({ own: {} });
    const secret = tokenSecretOf(randomBytes);
    return ok({ own: { hash: await hash(secret), lastUsedAt: null }, made: { token: secret } });
  },
  serialize: {
    expiresAt: instantOrNull.shown,
  },
  computedFields: {
    lastUsedAt: {
      schema: () => instant().nullable().describe("When it was last used, to the minute; null means never."),
      of: ({ lastUsedAt }) => isoOrNull(lastUsedAt),
    },
  },
  made: {
    schema: () => ({
      token: z.string().describe("The secret for `Authorization: Bearer`. Shown only in this response."),
    }),
    shown: (_one, created) => created,
  },
  words: {
    about: "Tokens for the API and the dashboard.",
    list: "`ADMIN_TOKEN` isn't listed.",
    create: "Create a token",
    creating:
      "`read` < `write` < `admin`: each scope includes the previous ones. `token` is shown only in this response.",
    changing: "Set `expiresAt` to a past time to expire it now.",
    deleting: "Requests with it are refused at once.",
  },
  example: {
    body: { name: "Dashboard", scopes: ["read"], expiresAt: "2099-01-01T00:00:00.000Z" },
    patch: { scopes: ["read"] },
    own: { hash: "", lastUsedAt: instantOf("2026-03-01T12:00:00.000Z") },
  },
});
