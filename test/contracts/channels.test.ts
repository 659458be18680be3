import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OutboundAnswer, Sending } from "../../src/channels/kind.ts";
import { channelKinds } from "../../src/channels/registry.ts";
import type { Event } from "../../src/core/event.ts";
import type { Mention, Notice, Phrase } from "../../src/core/notice.ts";
import { bodyOf, limits, stringsIn } from "../support/limits.ts";

const numRuns = process.env["LONG"] ? 100_000 : 300;
const timeout = process.env["LONG"] ? 3_600_000 : 60_000;
const TOKEN = "ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l";
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";

const examples: Record<string, { settings: object; secrets: string[] }> = {
  slack: {
    settings: { url: `https://hooks.slack.com/services/T0001/B0002/${TOKEN}` },
    secrets: [TOKEN, "B0002"],
  },
  discord: {
    settings: { url: `https://discord.com/api/webhooks/123456789/${TOKEN}`, threadId: "42" },
    secrets: [TOKEN, "123456789"],
  },
  webhook: { settings: { url: `https://hooks.example.com/in/${TOKEN}`, secret: SECRET }, secrets: [TOKEN, SECRET] },
};

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
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 4 })), { maxLength: 12 })
    .map((parts) => parts.join("")),
  fc
    .tuple(fc.constantFrom(...fragments, "a", "&", "👍", "中"), fc.integer({ min: 1, max: 6000 }))
    .map(([part, times]) => part.repeat(times)),
);
const url = fc.oneof(
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
const notice: fc.Arbitrary<Notice> = fc.record({
  tone: fc.constantFrom("live", "over", "up", "down", "news", "warning"),
  title: text,
  url: fc.option(url),
  body: phrases,
  fields: fc.array(fc.record({ label: text, value: phrases }), { maxLength: 30 }),
  line: phrases,
  links: fc.array(fc.record({ label: text, url }), { maxLength: 8 }),
  footer: fc.option(text),
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
const item = fc.record({ event, notice });
const sending = (groups: boolean) =>
  fc.record({
    message: fc.record({
      items: fc.oneof(
        { weight: 3, arbitrary: fc.array(item, { minLength: 1, maxLength: 1 }) },
        { weight: 1, arbitrary: fc.array(item, { minLength: 1, maxLength: groups ? 6 : 1 }) },
        // Sixty items of one making: what counts is their number.
        { weight: 1, arbitrary: item.map((one) => Array.from({ length: groups ? 60 : 1 }, () => one)) },
      ),
      mentions: fc.array(mention, { maxLength: 60 }),
    }),
    deliveryId: fc.constant("dlv_1"),
    at,
    plain: fc.boolean(),
    editing: fc.boolean(),
  });

const junk = fc.record({
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
    fc.constantFrom("ok", "null", "[]", '{"retry_after":1e999}', '{"retry_after":-5}', '{"id":{}}', '{"code":"10015"}'),
  ),
  error: fc.option(text),
});

/** What asked-for mentions may look like in a message; anything else there would be somebody from outside. */
const askedFor: Record<string, (mentions: Mention[]) => string[]> = {
  slack: (mentions) =>
    mentions.flatMap(({ kind, ...rest }) =>
      kind === "here"
        ? ["<!here>"]
        : kind === "everyone"
          ? ["<!channel>"]
          : "id" in rest
            ? [`<@${rest.id}>`, `<!subteam^${rest.id}>`]
            : [],
    ),
  discord: (mentions) =>
    mentions.flatMap(({ kind, ...rest }) =>
      kind === "here"
        ? ["@here"]
        : kind === "everyone"
          ? ["@everyone"]
          : "id" in rest
            ? [`<@&${rest.id}>`, `<@${rest.id}>`]
            : [],
    ),
};
const calls: Record<string, (body: Record<string, unknown>) => string[]> = {
  slack: (body) =>
    stringsIn(body).flatMap(
      (part) => part.match(/<(?!https?:\/\/[^<>|\s]+\|[^<>]*>|!date\^\d+\^[^<>^|]+\|[^<>|]+>)[^>]*>?/g) ?? [],
    ),
  discord: (body) => [
    ...(String(body["content"]).match(/@everyone|@here|<@[!&]?\d+>/gi) ?? []),
    ...stringsIn(body["embeds"] ?? []).flatMap((part) => part.match(/@everyone|@here|<@[!&]?\d+>/gi) ?? []),
  ],
};

describe.each(Object.entries(channelKinds))("the channel kind %s", (name, kind) => {
  const { settings, secrets } = examples[name]!;

  test("has its name, takes its example and refuses what it does not know", () => {
    expect(kind.kind).toBe(name);
    expect(kind.settings(false).parse(settings)).toEqual(settings);
    expect(kind.settings(false).safeParse({ ...settings, more: 1 }).success).toBe(false);
    expect(kind.settings(false).safeParse({ ...settings, url: "http://127.0.0.1:9/x" }).success).toBe(false);
    expect(kind.settings(true).safeParse({ ...settings, url: "http://127.0.0.1:9/x" }).success).toBe(true);
    expect(kind.settings(true).safeParse({ ...settings, url: "http://192.168.0.1:9/x" }).success).toBe(false);
  });

  test("shows no secret in its mask", () => {
    const shown = JSON.stringify(kind.mask(settings));
    for (const secret of secrets) expect(shown).not.toContain(secret);
    for (const secret of secrets) expect(shown).not.toContain(secret.slice(-6));
  });

  test("stays inside every limit, calls nobody unasked and stays readable, whatever it has to say", { timeout }, () => {
    fc.assert(
      fc.property(sending(kind.groups), ({ editing, ...given }) => {
        const edit = editing && kind.edits ? "1234" : null;
        const whole: Sending<unknown> = { ...given, settings, edit };
        const request = kind.render(whole);
        const body = bodyOf(request);
        expect(limits[name]!(request)).toEqual([]);
        for (const part of stringsIn(body)) expect(part.isWellFormed()).toBe(true);
        if (name === "webhook") return;
        for (const part of stringsIn(body)) expect(part).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
        const asked = edit === null ? askedFor[name]!(given.message.mentions) : [];
        expect(calls[name]!(body).filter((call) => !asked.includes(call))).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("says the same twice, the wall clock aside", { timeout }, () => {
    fc.assert(
      fc.property(sending(kind.groups), ({ editing, ...given }) => {
        const whole: Sending<unknown> = { ...given, settings, edit: editing && kind.edits ? "1" : null };
        expect(kind.render(whole)).toEqual(kind.render(structuredClone(whole)));
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    );
  });

  test("makes sense of any answer", { timeout }, () => {
    fc.assert(
      fc.property(junk, fc.option(fc.constant("1234")), fc.boolean(), (answer: OutboundAnswer, edit, plain) => {
        const outcome = kind.judge(answer, { edit, plain });
        if (outcome.kind === "sent") expect(outcome.pauseSeconds).toBeGreaterThanOrEqual(0);
        if (outcome.kind === "sent") expect(answer.status).toBeGreaterThanOrEqual(200);
        else expect(outcome.reason).toMatch(/^[\w ():',.-]{1,120}$/);
        if (outcome.kind === "later" && outcome.afterSeconds !== null) {
          expect(outcome.afterSeconds).toBeGreaterThanOrEqual(0);
          expect(outcome.afterSeconds).toBeLessThanOrEqual(86_400);
        }
        if (outcome.kind === "vanished") expect(edit).not.toBe(null);
        if (plain) expect(outcome.kind).not.toBe("reformat");
      }),
      { numRuns },
    );
  });
});
