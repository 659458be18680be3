import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordsOf } from "../../src/channels/preview/marks.ts";
import { API_BASES, channelKinds } from "../../src/channels/registry.ts";
import type { DeliveryItem } from "../../src/core/delivery.ts";
import type { Event } from "../../src/core/event.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import { type Language, LANGUAGES } from "../../src/core/language.ts";
import type { Mention } from "../../src/core/notice.ts";
import { divisionOf } from "../../src/engine/deliver/split.ts";
import { messageOf } from "../../src/engine/deliver/message.ts";
import { eventTypeNames, eventTypes, exampleEvent } from "../../src/kinds/events.ts";
import { bodyOf, stringsIn } from "../../src/channels/limits.ts";
import { callsOf, carriedBy, exampleOf, limitsOf } from "../support/channel-kinds.ts";
import { runs } from "../support/runs.ts";

const T0 = Date.UTC(2026, 0, 5, 12);

const chats = Object.entries(channelKinds).filter(([, { groups }]) => groups);

const languages = fc.constantFrom(...LANGUAGES);

/** The types about a target, by kind. */
const aboutTargets = eventTypeNames.filter((type) => eventTypes[type]!.kinds.length === 1);

const prior = [
  "Ana",
  "Bo",
  "José",
  "Ümit & Söhne",
  "マリア",
  "김서연",
  "*star*",
  'Q"uote',
  "<Anna>",
  "a_b_c",
  "Zoë 👩‍👩‍👧‍👦",
];
const nameOf = (n: number): string => `${prior[n % prior.length]!} ${String(n).padStart(5, "0")}`;

/** A change of target n. */
function changeOf(type: string, n: number): Event {
  const name = nameOf(n);
  const { target, ...event } = exampleEvent(type, `evt_${n}`, T0);
  return { ...event, targetId: `tgt_${n}`, target: { ...target!, name } };
}

interface Sent {
  body: JsonObject;
  push: string;
  text: string;
}

/** The push text of a body that has it elsewhere. */
const pushOf = (kind: string, body: JsonObject): string => wordsOf(channelKinds[kind]!.preview!.push(body), () => "");

/** The bodies of a delivery of these events, as sent. */
function sentOf(kind: string, language: Language, events: Event[], mention: Mention | null, plain = false): Sent[] {
  const known = new Map(events.map((event) => [event.id, event]));
  const items = events.map(({ id }): DeliveryItem => ({ event: id, mentions: mention === null ? [] : [mention] }));
  const head = {
    id: "dlv_1",
    channelId: "ch_1",
    items,
    attempts: [],
    edits: null,
    madeAt: T0,
    edition: null,
    board: null,
    messageRef: null,
  };
  const parts = divisionOf({ kind, threads: false, language, at: T0, plain }, head, [], known)?.parts ?? [head];
  return parts.map(({ id, items: lines }) => {
    const request = channelKinds[kind]!.render({
      settings: exampleOf(kind).settings,
      deliveryId: id,
      message: messageOf(lines, known, false, language),
      at: T0,
      edit: null,
      plain,
      bases: API_BASES,
    });
    expect(limitsOf(kind).problems(request)).toEqual([]);
    const body = bodyOf(request) as JsonObject;
    return {
      body,
      push: String(body["content"] ?? body["text"] ?? body["title"] ?? body["message"] ?? pushOf(kind, body)),
      text: stringsIn(body).join("\n"),
    };
  });
}

/** A name as a channel may have written it. */
const bare = (text: string): string =>
  text
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replace(/[\\\u200b\u200d]/g, "")
    .replaceAll("∗", "*")
    .replaceAll("ˍ", "_");

describe.each(chats)("the messages of %s", (kind) => {
  const changes = fc.record({
    count: fc.oneof(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 41, max: 900 }),
      // More have a test of their own.
      fc.constantFrom(1, 60, 2000, ...(process.env["LONG"] ? [10_000] : [])),
    ),
    types: fc.uniqueArray(fc.constantFrom(...aboutTargets), { minLength: 1, maxLength: 4 }),
    // Plain text, if the format was refused.
    plain: fc.integer({ max: 3, min: 0 }).map((n) => n === 0),
    mention: fc.constantFrom<Mention | null>(null, { kind: "here" }, { kind: "role", id: "123456789012345678" }),
  });

  test("names everyone who changed, in few messages within every limit, starts first", () => {
    fc.assert(
      fc.property(changes, languages, ({ count, types, mention, plain }, language) => {
        const events = Array.from({ length: count }, (_, n) => changeOf(types[n % types.length]!, n));
        const sent = sentOf(kind, language, events, mention, plain);
        const all = bare(sent.map(({ text }) => text).join("\n"));
        const unnamed = events.filter(({ target }) => !all.includes(bare(target!.name)));
        expect(unnamed.map(({ target }) => target!.name)).toEqual([]);
        expect(all).not.toMatch(/^\+\d+ more$/m);
        const starts = events.filter(({ type }) => type === "live.started");
        if (starts.length > 0) {
          const first = bare(sent[0]!.push).slice(0, 60);
          expect(starts.some(({ target }) => first.includes(bare(target!.name)))).toBe(true);
        }
        // The whole is at most three times the names and their texts. The last message may be short.
        const max = carriedBy(kind)[plain ? "plain" : "full"];
        const needed = Math.ceil(events.length * (40 + 3 * 25)) / max;
        expect(sent.length).toBeLessThanOrEqual(Math.max(1, Math.ceil(needed)));
        const pinging = sent.filter(({ push }) => /@here|<!here>|<@&/.test(push));
        const ends = events.filter(({ type }) => type === "live.ended").length;
        const mayPing = mention !== null && ends < events.length && callsOf(kind).includes(mention.kind);
        expect(pinging).toHaveLength(mayPing ? 1 : 0);
      }),
      { numRuns: runs(120) },
    );
  });

  test("thousands of starts", () => {
    const count = runs(10_000, 300);
    const sent = sentOf(
      kind,
      "en",
      Array.from({ length: count }, (_, n) => changeOf("live.started", n)),
      { kind: "here" },
    );
    expect(sent.length).toBeLessThanOrEqual(Math.ceil((20 * count) / carriedBy(kind).full));
  });
});

/** Data as a service may send it: places, prices and counts of all sizes, and missing values. */
const facts = fc.record({
  place: fc.option(fc.integer({ min: 1, max: 120 })),
  before: fc.integer({ min: 1, max: 120 }),
  bestPlace: fc.integer({ min: 1, max: 120 }),
  threshold: fc.constantFrom(null, 1, 10, 50),
  onRank: fc.boolean(),
  position: fc.integer({ min: 1, max: 50 }),
  percent: fc.constantFrom(null, 25, -25),
});

/** The text that a mail program shows. */
const textOfHtml = (html: string): string => html.replace(/<[^>]*>/g, "").replace(/&#39;/g, "'");

/** The sentences of a message, without what clients render from times and links. */
function sentencesOf({ body }: Sent): string[] {
  const { text: push, username: _name, html, ...others } = body;
  // Blocks contain everything. The text is only for notifications. So does HTML, next to the same as text.
  const all = "blocks" in others ? others : { push, ...others };
  const displayed = typeof html === "string" ? textOfHtml(html) : all;
  const texts = stringsIn(displayed).filter((part) => !/^(https?:|mrkdwn$|section$|context$|#[0-9a-f]{6}$)/.test(part));
  return texts
    .flatMap((part) => part.split(/\n| · |(?<=\.) /))
    .map((part) =>
      bare(part)
        .replace(/<(https:[^|>]*)\|([^>]*)>/g, "$2")
        .replace(/[*•]/g, "")
        .trim(),
    )
    .filter((part) => part.includes(" "));
}

describe.each(chats)("one event on %s", (kind) => {
  test("repeats no sentence and no place", () => {
    fc.assert(
      fc.property(fc.constantFrom(...eventTypeNames), languages, facts, (type, language, provided) => {
        const event = exampleEvent(type, "evt_1", T0, {});
        const words = type.startsWith("product.") ? {} : provided;
        const data: JsonObject = { ...event.data };
        for (const [key, value] of Object.entries<Json>(words))
          if (key in data && data[key] !== null) data[key] = value;
        if (data["place"] === data["before"]) data["place"] = 121;
        const [sent] = sentOf(kind, language, [{ ...event, data }], null);
        const reported = sentencesOf(sent!);
        expect(new Set(reported.map((one) => one.toLowerCase())).size, reported.join(" | ")).toBe(reported.length);
        const whole = reported.join(" ");
        const places = whole.match(/#\d+(?!\d)/g) ?? [];
        expect(new Set(places).size, whole).toBe(places.length);
        expect(whole).not.toMatch(/\(same\)|undefined|NaN|null/);
      }),
      { numRuns: runs(3000, 60) },
    );
  });
});
