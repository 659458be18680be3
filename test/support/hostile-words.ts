import type { Json, JsonObject } from "../../src/core/json.ts";
import type { RunningApi } from "../api/running-api.ts";
import { HOSTILE_NAMES } from "./watched-now.ts";

/** Fills the database of an API: by its operations, and by SQL where only time would. */
export interface Creation {
  api: RunningApi;
  /** Epoch ms. */
  now: number;
  run: (sql: string, ...values: (string | number | null)[]) => Promise<unknown>;
  /** Creates a record of a resource. */
  make: (what: string, body: JsonObject) => Promise<JsonObject & { id: string }>;
}

export const creation = (api: RunningApi, now: number): Creation => ({
  api,
  now,
  run: (sql, ...values) =>
    api.db
      .prepare(sql)
      .bind(...values)
      .run(),
  async make(what, body) {
    const { status, body: created } = await api.call("POST", `/v1/${what}`, body);
    if (status !== 201) throw new Error(`${what}: ${JSON.stringify(created)}`);
    return created;
  },
});

/** Texts that try to break whatever shows them. */
export const TEXTS = [
  ...HOSTILE_NAMES,
  "👩‍👩‍👧‍👦".repeat(30),
  "**x** [y](javascript:alert(1)) @everyone <@&1> <!channel> `code` ||z||",
  '"><svg onload="document.title=\'broken\'">',
];

/** One of them. */
export const textAt = (place: number): string => TEXTS[place % TEXTS.length]!;

/** The same as a name that the API accepts. */
export const nameAt = (place: number): string => textAt(place).slice(0, 60).toWellFormed();

const FREE = new Set(["name", "title", "detail", "reason", "by", "category", "nickname", "handle", "rankType"]);

/** The same value with hostile words in all free texts. */
export function hostile(value: Json, place: number): Json {
  if (Array.isArray(value)) return value.map((one, index) => hostile(one, place + index));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one], index) => [
      key,
      FREE.has(key) && typeof one === "string" ? textAt(place + index) : hostile(one as Json, place + index),
    ]),
  );
}

/** What was sent to a chat, with hostile words everywhere. */
export const exchangeOf = (kind: string): JsonObject => {
  const body = kind.startsWith("slack")
    ? {
        text: textAt(0),
        blocks: [
          ...TEXTS.map((text) => ({ type: "section", text: { type: "mrkdwn", text: `*${text}*\n>${text}` } })),
          { type: "context", elements: [{ type: "mrkdwn", text: textAt(3) }] },
          {
            type: "actions",
            elements: [{ type: "button", text: { type: "plain_text", text: textAt(2) }, url: "javascript:1" }],
          },
        ],
      }
    : {
        content: `${textAt(0)} @everyone`,
        embeds: TEXTS.map((text) => ({
          title: text,
          url: "javascript:alert(1)",
          description: `**${text}** [${text}](https://evil.example/x)`,
          color: 0xe5383b,
          fields: [{ name: text, value: text }],
          footer: { text },
          image: { url: "https://evil.example/x.png" },
        })),
      };
  return {
    request: { body: JSON.stringify(body) },
    response: {
      status: 404,
      headers: { "x-said": textAt(1) },
      body: JSON.stringify({ message: textAt(0), code: 10015 }),
    },
  };
};
