import fc from "fast-check";
import type { Event } from "../../src/core/event.ts";
import { LANGUAGES } from "../../src/core/language.ts";
import type { Mention, Notice, Phrase } from "../../src/core/notice.ts";
import { fullNotice, startEvent } from "./messages.ts";

const fragments = [
  "@everyone",
  "@here",
  "<!channel>",
  "<!here>",
  "<!subteam^S1>",
  "<@U123>",
  "<@123>",
  "<@&456>",
  "<#789>",
  "<:x:1>",
  "<t:1:R>",
  "](https://evil.example/)",
  "[a](https://evil.example/)",
  "<https://evil.example|click>",
  "```",
  "`",
  "**",
  "_x_",
  "||",
  "\\",
  "\n# big",
  "\n> quote",
  "\r\n- list",
  "\u0000",
  "\u202e",
  "\ud83d",
  "\udc00",
  "👩‍👩‍👧‍👦",
  "שלום",
  "مرحبا",
  "&amp;",
  '"',
  "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301",
  "\u2028",
  "discord.gg/evil",
];
/** Malicious text of any shape and length. */
export const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 4 })), { maxLength: 12 })
    .map((parts) => parts.join("")),
  fc
    .tuple(fc.constantFrom(...fragments, "a", "&", "👍", "中"), fc.integer({ min: 1, max: 6000 }))
    .map(([part, times]) => part.repeat(times)),
);
/** Addresses, some of them invalid. */
export const url = fc.oneof(
  { weight: 3, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
  { weight: 2, arbitrary: text.map((path) => `https://www.example.com/${path}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("javascript:alert(1)", "https://u:p@example.com/", "", "x", "https://a.example/)|>"),
  },
);
const at = fc.integer({ min: 0, max: 4_102_444_800_000 });
const phrase: fc.Arbitrary<Phrase> = fc.oneof(
  text,
  fc.record({ at, style: fc.constantFrom("relative", "time", "date") }),
  fc.record({ strong: text }),
  fc.record({ link: text, url }),
);
const phrases = fc.array(phrase, { maxLength: 6 });
const picture = fc.oneof(url, text, fc.constantFrom("https://p16.tiktokcdn.com/a.jpeg", "http://127.0.0.1:8788/a.png"));
const notice: fc.Arbitrary<Notice> = fc.record({
  tone: fc.constantFrom("live", "over", "up", "down", "news", "warning"),
  title: text,
  url: fc.option(url),
  subject: text,
  body: phrases,
  fields: fc.array(fc.record({ label: text, value: phrases }), { maxLength: 30 }),
  line: phrases,
  among: fc.option(
    fc.record({ who: text, together: text, heading: fc.oneof(text, fc.constantFrom("Live", "New")), brief: text }),
  ),
  links: fc.array(fc.record({ label: text, url }), { maxLength: 8 }),
  footer: fc.option(text),
  pictures: fc.option(fc.record({ cover: fc.option(picture), avatar: fc.option(picture) }), { nil: undefined }),
});
const event: fc.Arbitrary<Event> = fc.record({
  id: fc.constant("evt_1"),
  type: fc.constant("live.started"),
  targetId: fc.option(fc.constant("tgt_1")),
  watchlistId: fc.constant(null),
  target: fc.option(fc.record({ name: text, kind: fc.constant("live"), params: fc.constant({}) })),
  occurredAt: at,
  detectedAt: at,
  window: fc.record({ from: fc.option(at), to: at }),
  data: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.array(text, { maxLength: 20 })), { maxKeys: 20 }),
  follows: fc.constant(null),
});
const digits = fc.stringMatching(/^\d{1,20}$/);
const mention: fc.Arbitrary<Mention> = fc.oneof(
  fc.constantFrom<Mention>({ kind: "here" }, { kind: "everyone" }),
  fc.record({ kind: fc.constantFrom("role" as const, "user" as const), id: fc.oneof(digits, text) }),
  fc.record({
    kind: fc.constantFrom("subteam" as const, "user" as const),
    id: fc.constantFrom("S01ABC", "U01ABC", "W9", "x>"),
  }),
);
// Parts that a kind does not read are not generated each time: chats read notices, kinds without grouping read events.
const chatItem = fc.record({ event: fc.constant(startEvent), notice });
const eventItem = fc.record({ event, notice: fc.constant(fullNotice) });
const BUTTONS = ["hour", "end", "claim"];
const buttons = (labels: string[]) =>
  labels.map((label, place) => ({ label: label || "x", id: `${BUTTONS[place]}:evt_${"z".repeat(26)}` }));
/** Generates what a channel kind may have to send. `groups` is the setting of the kind. */
export const sending = (groups: boolean) => {
  const item = groups ? chatItem : eventItem;
  return fc.record({
    message: fc.record({
      language: fc.constantFrom(...LANGUAGES),
      items: fc.oneof(
        { weight: 3, arbitrary: fc.array(item, { minLength: 1, maxLength: 1 }) },
        { weight: 1, arbitrary: fc.array(item, { minLength: 1, maxLength: groups ? 6 : 1 }) },
        // Sixty items of one generated item, as only their number matters.
        { weight: 1, arbitrary: item.map((one) => Array.from({ length: groups ? 60 : 1 }, () => one)) },
      ),
      mentions: fc.array(mention, { maxLength: 60 }),
      presses: fc.array(text, { maxLength: 3 }).map(buttons),
    }),
    deliveryId: fc.constant("dlv_1"),
    at,
    plain: fc.boolean(),
    editing: fc.boolean(),
  });
};

const codes = [
  "no_service",
  "invalid_blocks",
  "invalid_auth",
  "channel_not_found",
  "missing_scope",
  "message_not_found",
];
/** The possible answers of a destination, and worse. */
export const junk = fc.record({
  status: fc.option(
    fc.oneof(
      fc.constantFrom(200, 204, 301, 400, 401, 403, 404, 410, 429, 500, 503),
      fc.integer({ min: 100, max: 999 }),
    ),
  ),
  headers: fc.dictionary(
    fc.constantFrom("retry-after", "date", "x-ratelimit-remaining", "x-ratelimit-reset-after"),
    fc.oneof(
      text,
      fc.constantFrom(
        "0",
        "-1",
        "1e9",
        "NaN",
        "99999999999",
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sun, 99 Xxx 1994 08:49:37 GMT",
      ),
    ),
  ),
  body: fc.oneof(
    text,
    fc.json(),
    fc
      .record({ ok: fc.boolean(), error: fc.oneof(text, fc.constantFrom(...codes)), channel: text, ts: text })
      .map((body) => JSON.stringify(body)),
    fc
      .record({ code: fc.constantFrom(10003, 10008, 10015, 50001, 50005, 50027, 50083) })
      .map((body) => JSON.stringify(body)),
    fc.constantFrom(
      ...codes,
      "ok",
      "null",
      "[]",
      '{"retry_after":1e999}',
      '{"retry_after":-5}',
      '{"id":{}}',
      '{"code":"10015"}',
    ),
  ),
  error: fc.option(text),
});
