import fc from "fast-check";
import { expect, test } from "vitest";
import { fullNotice, HOSTILE, liveNotice, messageOf, STARTED_AT } from "../../../test/support/messages.ts";
import { runs } from "../../../test/support/runs.ts";
import type { JsonObject } from "../../core/json.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import { bodyOf } from "../limits.ts";
import { type Entity, writerAt } from "./dialect.ts";
import { telegram, telegramPreview } from "./kind.ts";
import { limits } from "./limits.ts";
import { API_BASES } from "../registry.ts";

const settings = { token: "123456789:AAE-abcdefghijklmnopqrst", chatId: "-1001234567890" };
const provided = { deliveryId: "dlv_1", at: STARTED_AT, edit: null, plain: false, bases: API_BASES };
const root = `https://api.telegram.org/bot${settings.token}`;

const textsOf = ({ text, entities }: Record<string, unknown>) =>
  (entities as Entity[]).map(({ type, offset, length }) => [type, String(text).slice(offset, offset + length)]);

test("sends who is live in bold, with link, facts and button", () => {
  const mentions = [{ kind: "user", id: "77" } as const, { kind: "here" } as const];
  const request = telegram.render({ ...provided, settings, message: { ...messageOf(fullNotice), mentions } });
  const body = bodyOf(request);
  expect(limits.problems(request)).toEqual([]);
  expect(request.url).toBe(`${root}/sendMessage`);
  expect(body).toMatchObject({ chat_id: -1001234567890, link_preview_options: { is_disabled: true } });
  expect(body["text"]).toBe("Maria is live 🔔\nStarted 12:00 UTC\nRank: #7 → #4\ndefault watchlist");
  expect(textsOf(body)).toEqual([
    ["bold", "Maria is live"],
    ["text_link", "Maria is live"],
    ["text_mention", "🔔"],
    ["bold", "Rank"],
    ["bold", "#4"],
    ["italic", "default watchlist"],
  ]);
  expect(body["reply_markup"]).toEqual({
    inline_keyboard: [[{ text: "Watch", url: "https://www.tiktok.com/@maria/live" }]],
  });
});

test("buttons that ask us something are below those that lead somewhere", () => {
  const presses = [
    { label: "Snooze 1 h", id: `hour:evt_${"z".repeat(26)}` },
    { label: "Snooze\nuntil it ends", id: "end:evt_1" },
    { label: `${"👩‍👩‍👧‍👦".repeat(40)} has got this`, id: "claim:evt_1" },
  ];
  const request = telegram.render({ ...provided, settings, message: { ...messageOf(fullNotice), presses } });
  expect(limits.problems(request)).toEqual([]);
  const rows = (bodyOf(request)["reply_markup"] as { inline_keyboard: JsonObject[][] }).inline_keyboard;
  expect(rows.map((row) => row.map(({ callback_data: data }) => data ?? "link"))).toEqual([
    ["link"],
    [presses[0]!.id, presses[1]!.id],
    [presses[2]!.id],
  ]);
  expect(rows[1]![1]!["text"]).toBe("Snooze until it ends");
  const plain = telegram.render({ ...provided, plain: true, settings, message: { ...messageOf(fullNotice), presses } });
  expect(bodyOf(plain)["reply_markup"]).toBeUndefined();
});

test("an edit contains its chat and message, and mentions nobody", () => {
  const mentions = [{ kind: "user", id: "77" } as const];
  const message = { ...messageOf(fullNotice), mentions };
  const request = telegram.render({ ...provided, settings, message, edit: "n1001234567890:57" });
  expect(request.url).toBe(`${root}/editMessageText`);
  expect(bodyOf(request)).toMatchObject({ chat_id: -1001234567890, message_id: 57 });
  expect(request.body).not.toContain("text_mention");
});

test("sends to a topic, silently, and to a chat by name", () => {
  const of = (more: object) =>
    bodyOf(telegram.render({ ...provided, settings: { ...settings, ...more }, message: messageOf(fullNotice) }));
  expect(of({ topicId: "42", silent: true })).toMatchObject({ message_thread_id: 42, disable_notification: true });
  expect(of({ chatId: "@mychannel" })).toMatchObject({ chat_id: "@mychannel" });
  expect(of({ silent: false })).not.toHaveProperty("disable_notification");
});

test("shows the cover above the text", () => {
  const cover = "https://pictures.example.com/cover.webp?x=1";
  const message = messageOf({ ...fullNotice, pictures: { cover, avatar: null } });
  const options = { url: cover, prefer_large_media: true, show_above_text: true };
  expect(bodyOf(telegram.render({ ...provided, settings, message }))["link_preview_options"]).toEqual(options);
});

test("hostile text is not formatted, mentioned or linked", () => {
  const message = messageOf({
    ...liveNotice("Maria"),
    title: `${HOSTILE} @admin /stop evil.com`,
    links: [],
    url: null,
  });
  const body = bodyOf(telegram.render({ ...provided, settings, message }));
  expect(textsOf(body).map(([type]) => type)).toEqual(["bold", "bold", "bold", "italic"]);
  expect(String(body["text"])).not.toMatch(/@\w|(^|\s)\/\w|\w\.com|:\/\//);
  expect(limits.uninvited!(body, [])).toEqual([]);
});

test.each<[object, boolean]>([
  [settings, true],
  [{ ...settings, chatId: "@mychannel", topicId: "7", silent: true }, true],
  [{ ...settings, token: "AAE-abcdefghijklmnopqrst" }, false],
  [{ ...settings, token: "1234:../../x" }, false],
  [{ ...settings, chatId: "https://t.me/x" }, false],
  [{ ...settings, topicId: "-1" }, false],
  [{ token: settings.token }, false],
])("the settings %j: %s", (candidate, taken) => {
  expect(telegram.settings(PUBLIC_ONLY).safeParse(candidate).success).toBe(taken);
});

/** A text in pieces: plain, bold, italic or a link, possibly nested. */
type Piece = string | { as: "strong" | "quiet" | "link"; inside: Piece[] };

const pieces = fc.letrec<{ piece: Piece; all: Piece[] }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom("a", "Ümit", "👩‍👧", "x y", "\u000e", "\u0010b"),
    fc.record({ as: fc.constantFrom("strong", "quiet", "link"), inside: tie("all") }),
  ),
  all: fc.array(tie("piece"), { maxLength: 4 }),
})).all;

test("entities match their text, however they are nested", () => {
  const clean = (text: string) => text.replaceAll("\u000e", "").replaceAll("\u0010", "");
  fc.assert(
    fc.property(pieces, (all) => {
      const { dialect, read } = writerAt(0);
      const url = "https://example.com/";
      const write = (one: Piece): string => {
        if (typeof one === "string") return dialect.text(one);
        const inside = one.inside.map(write).join("");
        return one.as === "link" ? dialect.link(inside, url) : dialect[one.as](inside);
      };
      const plain = (one: Piece): string => (typeof one === "string" ? clean(one) : one.inside.map(plain).join(""));
      const named = { strong: "bold", quiet: "italic", link: "text_link" };
      const expected = (one: Piece): string[][] =>
        typeof one === "string" ? [] : [[named[one.as], plain(one)], ...one.inside.flatMap(expected)];
      const { text, entities } = read(all.map(write).join(""));
      expect(text).toBe(all.map(plain).join(""));
      const wanted = all.flatMap(expected).filter(([, inside]) => inside !== "");
      expect(textsOf({ text, entities }).toSorted()).toEqual(wanted.toSorted());
      for (const entity of entities) expect(entity.url).toBe(entity.type === "text_link" ? url : undefined);
    }),
    { numRuns: runs(5000, 200) },
  );
});

test("a preview shows formatted text, whatever an older version stored", () => {
  const body = bodyOf(telegram.render({ ...provided, settings, message: messageOf(fullNotice) })) as JsonObject;
  expect(telegramPreview.push(body)).toEqual(["Maria is live"]);
  const [words, button] = telegramPreview.parts(body);
  expect(words).toMatchObject({
    marks: [
      { as: "strong", inside: [{ as: "link", inside: ["Maria is live"] }] },
      "\nStarted 12:00 UTC\n",
      {},
      ": #7 → ",
      {},
      "\n",
      { as: "quiet" },
    ],
  });
  expect(button).toEqual({ is: "button", label: "Watch" });
  const odd = {
    text: "abc",
    entities: [{ type: "bold", offset: 2, length: 9 }, { offset: "x" }, { type: 7, offset: 0, length: 2 }],
  };
  expect(telegramPreview.parts(odd)).toEqual([{ is: "words", marks: [{ as: "strong", inside: ["ab"] }, "c"] }]);
});
