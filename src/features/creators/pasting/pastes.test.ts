import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../core/json.ts";
import { pastedIdentity } from "./creator-in.ts";
import { readPaste } from "./pasted.ts";

const options = { watchlistId: "lst_default", announceInitial: false, columns: [], names: new Map<string, string>() };

/** How a creator is written, and what that is. */
interface Written {
  text: string;
  identity: string;
}

const word = fc.stringMatching(/^[a-z][a-z._]{3,9}[a-z]$/);

const creator = fc.oneof(
  { weight: 4, arbitrary: word.map((handle): Written => ({ text: `@${handle}`, identity: `@${handle}` })) },
  word.map((handle): Written => ({ text: `https://www.example.com/@${handle}?lang=en`, identity: `@${handle}` })),
  word.map((handle): Written => ({ text: `example.com/@${handle}`, identity: `@${handle}` })),
  fc.integer({ min: 100_000, max: 999_999_999 }).map((id): Written => ({ text: `${id}`, identity: `${id}` })),
  fc.stringMatching(/^Z[A-Za-z0-9]{6}$/).map((code): Written => ({
    text: `vm.example.com/${code}`,
    identity: JSON.stringify(`https://vm.example.com/${code}`),
  })),
);

const NAMES = [
  "Maria Rossi",
  "Kenji Plays けんじ",
  "Zoé & the Cat",
  "Studio 54",
  "猫カフェ",
  "O’Neil, Jr",
  "Lena (Kobo)",
  "ليلى",
];
const BULLETS = ["", "• ", "- ", "* ", "1. ", "12) ", "🔥 ", "👩🏽‍🎤 ", "🇩🇪 ", "– ", "\u200b"];
const QUOTES = [
  ["", ""],
  ['"', '"'],
  ["“", "”"],
  ["«", "»"],
  ["", ","],
  ["(", ")"],
] as const;
const JUNK = [
  "https://youtube.com/@vinylbar",
  "twitch.tv/somebody",
  "see you soon",
  "maria@northlight.example",
  "Blink 182",
];

const line = fc.record({
  written: creator,
  bullet: fc.constantFrom(...BULLETS),
  quotes: fc.constantFrom(...QUOTES),
  name: fc.option(fc.constantFrom(...NAMES.filter((name) => !name.includes(",")))),
  behind: fc.boolean(),
  between: fc.constantFrom(" ", " - ", ", ", ": ", " | "),
});

/** A paste, the creators that it must come to, and the number of lines that are none. */
interface Paste {
  text: string;
  identities: string[];
  junk: number;
}

const lines: fc.Arbitrary<Paste> = fc
  .array(fc.oneof({ weight: 6, arbitrary: line }, fc.constantFrom(...JUNK), fc.constant("")), {
    minLength: 1,
    maxLength: 30,
  })
  .map((all) => ({
    text: all
      .map((one) => {
        if (typeof one === "string") return one;
        const { written, bullet, quotes, name, behind, between } = one;
        const reported = quotes[0] + written.text + quotes[1];
        if (name === null) return bullet + reported;
        return bullet + (behind ? `${reported} (${name})` : name + between + reported);
      })
      .join("\n"),
    identities: all.flatMap((one) => (typeof one === "string" ? [] : one.written.identity)),
    junk: all.filter((one) => typeof one === "string" && one !== "").length,
  }));

const HEADS = [
  ["Talent", "TikTok", "Client", "Email", "Prio"],
  ["Name", "Handle", "Agency", "E-Mail", "VIP"],
  ["Creator", "Profile link", "Team", "Phone", "Favorite"],
  ["Streamer", "Username", "Kunde", "Notes", "Priorität"],
];

const row = fc.record({
  written: creator,
  name: fc.option(fc.constantFrom(...NAMES)),
  client: fc.constantFrom("Brightwave", "Kobo Games", ""),
  email: fc.constantFrom("maria@northlight.example", "+49 30 123456", "call back\nlater", ""),
  prio: fc.constantFrom("A", "B", "1", ""),
});

const quoted = (cell: string): string => (/[\t\n",;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const sheets: fc.Arbitrary<Paste> = fc
  .record({
    head: fc.constantFrom(...HEADS),
    rows: fc.array(row, { minLength: 1, maxLength: 30 }),
    order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5, maxLength: 5 }),
    delimiter: fc.constantFrom("\t", ";", ","),
    handless: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ head, rows, order, delimiter, handless }) => {
    const cells = rows.map(({ written, name, client, email, prio }) => [name ?? "", written.text, client, email, prio]);
    for (let at = 0; at < handless; at++) cells.push([`Nobody ${"ab"[at]!}`, "", "Brightwave", "", ""]);
    const text = [head, ...cells]
      .map((one) => order.map((column) => quoted(one[column]!)).join(delimiter))
      .join("\r\n");
    return { text, identities: rows.map(({ written }) => written.identity), junk: handless };
  });

test.each([
  ["lines", lines],
  ["sheets", sheets],
])("200 pastes of %s: nobody is lost, nobody is invented, and every refusal has its line and reason", (_, pastes) => {
  fc.assert(
    fc.property(pastes, ({ text, identities, junk }) => {
      const { parts } = readPaste(text, options);
      const found = parts.flatMap((part) => {
        if (part.as === "names") return part.identity;
        const { params } = part.as === "row" && part.row.ok ? (part.row.value as { params: JsonObject }) : {};
        return params === undefined ? [] : pastedIdentity(params);
      });
      expect(new Set(found)).toEqual(new Set(identities));
      const rows = parts.filter(({ as }) => as === "row");
      const decisions = new Set(parts.flatMap((part) => (part.as === "names" ? part.identity : [])));
      expect(rows.length + decisions.size).toBe(new Set(identities).size);
      const refused = parts.flatMap((part) => (part.as === "refused" ? [part] : []));
      expect(refused).toHaveLength(junk);
      for (const { line: at, text: reported, reason } of refused) {
        expect(reason).not.toBe("");
        expect(text.split(/\r\n|\n/)[at - 1]).toContain(reported.split(/[\t;,"]/).find((cell) => cell !== "") ?? "");
      }
    }),
    { numRuns: 200 },
  );
});
