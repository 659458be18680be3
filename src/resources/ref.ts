import * as z from "zod";
import type { JsonObject } from "../core/json.ts";
import { lazy } from "../core/lazy.ts";
import type { Mention } from "../core/notice.ts";

const ID = "[A-Za-z0-9]{1,32}";

/** One mention in our notation, or as copied from a Discord or Slack message. */
const ONE = `@(?:here|everyone)|(?:role|user|subteam):${ID}|<@[&!]?${ID}(?:\\|[^<>]*)?>|<!(?:here|everyone|channel)>|<!subteam\\^${ID}(?:\\|[^<>]*)?>`;
const SEVERAL = new RegExp(`^\\s*(?:${ONE})(?:[\\s,]+(?:${ONE}))*[\\s,]*$`);
const EACH = new RegExp(ONE, "g");

const MAX = 20;

const INVALID = "must be @here, @everyone, role:ID, user:ID or subteam:ID, or several of them";

const texts = () => z.string(INVALID).max(2000).regex(SEVERAL, INVALID);

/**
 * The form of mentions: "@here", "@everyone", "role:ID", "user:ID", "subteam:ID", or the notation of Discord and Slack
 * (`<@&ID>`, `<!subteam^ID>`). Several are separated by spaces or commas, or in a list. A single one is stored as
 * itself.
 */
export const mentionForm = lazy(() =>
  z
    .union([texts(), z.array(texts()).min(1).max(MAX)], INVALID)
    .transform((provided) => {
      const all = [provided].flat().flatMap((text) => (text.match(EACH) ?? []).map(mentionOf));
      const distinct = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
      return distinct.length === 1 ? distinct[0]! : distinct;
    })
    .refine((mention) => [mention].flat().length <= MAX, `must name at most ${MAX}`),
);

function mentionOf(text: string): Mention {
  const [, kind, own] = /^(role|user|subteam):(.+)$/.exec(text) ?? /^<!(subteam)\^([^|>]+)/.exec(text) ?? [];
  if (kind !== undefined) return { kind, id: own } as Mention;
  const [, role, id] = /^<@(&?)!?([^|>]+)/.exec(text) ?? [];
  if (id !== undefined) return { kind: role === "&" ? "role" : "user", id };
  return { kind: /here/.test(text) ? "here" : "everyone" };
}

/** A mention in our notation. */
export const mentionText = (mention: Mention): string =>
  "id" in mention ? `${mention.kind}:${mention.id}` : `@${mention.kind}`;

/** How mentions are serialized: one as a text, several as a list. */
export const mentionDisplayed = {
  schema: () => z.union([z.string(), z.array(z.string())]).nullable(),
  write: (mention: Mention | Mention[] | null): string | string[] | null =>
    mention === null ? null : Array.isArray(mention) ? mention.map(mentionText) : mentionText(mention),
};

/** A reference to a record of another resource. Deleting that record is refused, or also deletes this one. */
export interface Ref {
  to: string;
  onDelete: "refuse" | "follow";
  /** Set if only some records may be referred to. */
  only?: Only;
  /** Set if both records must have the same value of a field, unless it is null in the one that refers. */
  same?: Same;
}

interface Same {
  field: string;
  /** The error of a record that differs. */
  message: string;
}

/**
 * The records that may be referred to, by a field that never changes. Its values are quoted in SQL, so they must be
 * plain.
 */
interface Only {
  field: string;
  values: string[];
  /** What it must refer to, in words: "channel whose messages can be edited". */
  noun: string;
  /** The body of a record that may be referred to. */
  example: JsonObject;
}

/** Reports whether a field may refer to a record. */
export const suits = ({ only }: Pick<Ref, "only">, one: Record<string, unknown>): boolean =>
  only === undefined || only.values.includes(String(one[only.field]));

type Fields = Record<string, unknown>;

/**
 * Reports whether a new or changed record needs to be compared with the one that its field refers to. Records stay as
 * they are if the other one changes later.
 */
export const compares = ({ same }: Pick<Ref, "same">, field: string, before: Fields | null, after: Fields): boolean =>
  same !== undefined &&
  [field, same.field].every((one) => typeof after[one] === "string") &&
  [field, same.field].some((one) => after[one] !== before?.[one]);
