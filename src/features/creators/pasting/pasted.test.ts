import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import type { JsonObject } from "../../../core/json.ts";
import { pastedIdentity } from "./creator-in.ts";
import { creatorsIn } from "./line-creators.ts";
import { nameInLine } from "./name-in-line.ts";
import { readPaste, type PasteOptions } from "./pasted.ts";

const options: PasteOptions = { watchlistId: "lst_default", announceInitial: false, columns: [], names: new Map() };

const ROUNDED = "ends in 0000, as spreadsheets round long numbers: if it is right, put ' before it";
const SHORTENED = "lost its last digits in a spreadsheet: format the column as text and enter the ID again";

/** What a paste comes to: a line each, as a short text. */
const read = (text: string, more: Partial<PasteOptions> = {}) =>
  readPaste(text, { ...options, ...more }).parts.map((part) => {
    if (part.as === "refused") return `${part.line} ! ${part.reason}`;
    if (part.as === "again") return `${part.line} = ${part.of}`;
    if (part.as === "names") return `${part.line} ? ${part.names.join(" / ")}`;
    if (!part.row.ok) return `${part.line} ! ${part.row.error[0]!.message}`;
    const row = (part.row as { value: Record<string, string | number | Record<string, string>> }).value;
    const { handle, userId, url } = row["params"] as Record<string, string>;
    const extra = [row["watchlist"], row["priority"]].filter((one) => one !== undefined);
    return [`${part.line} ${row["name"] as string} <${handle ?? userId ?? url}>`, ...extra].join(" ");
  });

test.each<[string, string[]]>([
  ["• @maria", ["1 @maria <maria>"]],
  ["1. @maria\n2) @kenji\n3: @lena", ["1 @maria <maria>", "2 @kenji <kenji>", "3 @lena <lena>"]],
  ["- Maria Rossi – @maria", ["1 Maria Rossi <maria>"]],
  ["🔥 @maria 🔥", ["1 @maria <maria>"]],
  ["“@maria”,", ["1 @maria <maria>"]],
  ["@maria (Maria Rossi)", ["1 Maria Rossi <maria>"]],
  ["Maria: https://www.example.com/@maria?lang=de", ["1 Maria <maria>"]],
  ["www.example.com/@maria", ["1 @maria <maria>"]],
  ["vm.example.com/ZMkq7r/", ["1 https://vm.example.com/ZMkq7r/ <https://vm.example.com/ZMkq7r/>"]],
  ["http://vt.example.com/ZMkq7r", ["1 https://vt.example.com/ZMkq7r <https://vt.example.com/ZMkq7r>"]],
  [
    "https://youtube.com/@vinylbar\n@maria",
    ["1 ! is on another site (youtube.com), which your data service can't check", "2 @maria <maria>"],
  ],
  ["maria@northlight.example", ["1 ! not a handle, link or ID"]],
  ["Maria 7012", ["1 Maria <7012>"]],
  ["Blink 182", ["1 ! not a handle, link or ID"]],
  ["Agent 007 @bond", ["1 Agent 007 <bond>"]],
  [`Maria ="7012345678901234568"`, ["1 Maria <7012345678901234568>"]],
  ["'7012345678901230000", ["1 7012345678901230000 <7012345678901230000>"]],
  ["Maria, '7012345678901230000", ["1 Maria <7012345678901230000>"]],
  ["Maria 7,012,345,678,901,234,568", ["1 Maria <7012345678901234568>"]],
  ["7\u202f012\u202f345\u202f678\u202f901\u202f234\u202f568", ["1 7012345678901234568 <7012345678901234568>"]],
  ["7012345678901234568.0", ["1 7012345678901234568 <7012345678901234568>"]],
  ["7012345678901230000", [`1 ! ${ROUNDED}`]],
  ["Maria 7,012,345,678,901,230,000", [`1 ! ${ROUNDED}`]],
  ["Maria 7.01235E+18", [`1 ! ${SHORTENED}`]],
  ["7.012345678901235E18", [`1 ! ${SHORTENED}`]],
  ["Maria 1,200", ["1 ! not a handle, link or ID"]],
  [
    `Name\tUser ID\nMaria\t7012345678901234568\nLena\t7,012,345,678,901,234,569\nKenji\t7.01235E+18\nSuna\t#N/A`,
    [
      "2 Maria <7012345678901234568>",
      "3 Lena <7012345678901234569>",
      `4 ! ${SHORTENED}`,
      "5 ! is an error of the spreadsheet",
    ],
  ],
  ["kind,userId\nlive,7012345678901230000", [`2 ! ${ROUNDED}`]],
  ["1. @lena (mod)", ["1 @lena <lena>"]],
  ["Omar: @omar 🔥", ["1 Omar <omar>"]],
  ["1. Lena K. (mod) — @lena — 120k followers", ["1 Lena K <lena>"]],
  ["レナ：@lena（モデレーター）", ["1 レナ <lena>"]],
  ["#3 Maria:@maria", ["1 Maria <maria>"]],
  ["50 Cent @50cent", ["1 50 Cent <50cent>"]],
  ["7 Maria @maria", ["1 Maria <maria>"]],
  ["@kobo (Berlin)", ["1 @kobo <kobo>"]],
  ["please follow @kobo", ["1 @kobo <kobo>"]],
  ["[Lena](https://www.example.com/@lena)", ["1 Lena <lena>"]],
  ["Coach Carter @coachcarter", ["1 Coach Carter <coachcarter>"]],
  ["Name: Lena, Handle: @k9", ["1 Lena <k9>"]],
  ["<https://www.example.com/@lena|Lena>", ["1 Lena <lena>"]],
  ["Maria @maria, Kenji @kenji", ["1 Maria <maria>", "1 Kenji <kenji>"]],
  ["Maria @maria and Kenji @kenji", ["1 ! names several creators: put each on its own line"]],
  ["@maria\n@Maria\n\n@MARIA", ["1 @maria <maria>", "2 = 1", "4 = 1"]],
  [
    "Suna Draws @suna\n@kenji\nSuna (Kobo) @suna",
    ["1 ? Suna Draws / Suna", "2 @kenji <kenji>", "3 ? Suna Draws / Suna"],
  ],
])("%j", (text, parts) => {
  expect(read(text)).toEqual(parts);
});

const BROKEN = "not a handle: only letters, digits, “.”, “_” and “-”, without spaces";

test.each<[string, string]>([
  ["@bad one!!", BROKEN],
  ["@bad one", BROKEN],
  ["@bad!!", BROKEN],
  ["bad!", BROKEN],
  ["@b$d", "not a handle, link or ID"],
  ["bad one", "not a handle, link or ID"],
  ["https://www.example.com/@bad one", BROKEN],
  ["tiktok: @bad one", BROKEN],
])("a cell of handles is refused as a whole: %j", (cell, reason) => {
  expect(read(`Name\tHandle\nBad One\t${cell}\nMaria\t@maria`)).toEqual([`2 ! ${reason}`, "3 Maria <maria>"]);
});

test.each(["@lena (mod)", "@lena 🔥", "“@lena”,", "tiktok: @lena", "@lena – mod"])(
  "a cell of handles can say more: %j",
  (cell) => expect(read(`Name\tHandle\nLena\t${cell}`)).toEqual(["2 Lena <lena>"]),
);

describe("pastes", () => {
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
      const cells = rows.map(({ written, name, client, email, prio }) => [
        name ?? "",
        written.text,
        client,
        email,
        prio,
      ]);
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
});

/** Somebody whose handle may resemble the name. */
const PEOPLE: [name: string, handles: string[]][] = [
  ["Maria Rossi", ["maria", "m.rossi88", "mx_77"]],
  ["Omar", ["omar", "the.omar", "zx9"]],
  ["Jean-Luc O’Neil", ["jeanluc", "kappa_1"]],
  ["Zoé & the Cat", ["zoe.cat", "tabby9"]],
  ["Kenji けんじ", ["kenji_plays", "qq_12"]],
  ["猫カフェ", ["nekocafe", "cafe.jp"]],
  ["ليلى حسن", ["layla", "lh_90"]],
  ["Анна Петрова", ["annapet", "ap77"]],
  ["Nguyễn Thị Mai", ["mai.nguyen", "ntm"]],
  ["Studio 54", ["studio54", "s54live"]],
  ["50 Cent", ["50cent"]],
  ["Coach Carter", ["coachcarter", "cc_hoops"]],
  ["김민지", ["minji", "mj.kim"]],
  ["DJ Ötzi", ["djotzi", "dj_o"]],
  ["The Live Lounge", ["livelounge", "tll_uk"]],
  ["Ana", ["ana", "anabanana", "x_x"]],
];

const BULLETS = [
  "",
  "",
  "• ",
  "- ",
  "* ",
  "– ",
  "1. ",
  "12) ",
  "(3) ",
  "#4 ",
  "7: ",
  "① ",
  "a) ",
  "🔥 ",
  "👩🏽‍🎤 ",
  "🇩🇪 ",
  "✅ ",
  "[x] ",
  "→ ",
  "2.",
  "\u200b",
];
const ROLES = [
  "mod",
  "Mod",
  "VIP",
  "moderadora",
  "Manager",
  "モデレーター",
  "модератор",
  "مشرف",
  "official",
  "Head Mod",
  "she/her",
  "DE",
  "12K",
  "1.2M followers",
  "neu",
  "team lead",
  "120k Abonnenten",
  "qualquer coisa",
  "Berlin",
  "since 2021",
];
/** These say what somebody is, wherever they stand. */
const SURE = ["mod", "VIP", "Moderator", "120k followers", "1.2M", "公式", "oficial", "live"];
const EMOJI = ["", "", "🔥", "💖✨", "🇧🇷", "❤️", "👑 👑", "⭐", "1️⃣"];
const BETWEEN = [" ", " - ", " – ", " — ", ": ", " | ", ", ", " / ", " = ", " → ", " · ", ":", "："];
const QUOTES = [
  ["", ""],
  ["", ""],
  ['"', '"'],
  ["“", "”"],
  ["«", "»"],
  ["„", "“"],
] as const;

interface Written {
  line: string;
  /** The truth: how somebody is called, or null if the line doesn't say. */
  name: string | null;
  handle: string;
  form: string;
}

const person = fc
  .constantFrom(...PEOPLE)
  .chain(([name, handles]) => fc.constantFrom(...handles).map((handle) => ({ name, handle })));

const written: fc.Arbitrary<Written> = fc
  .record({
    person,
    form: fc.constantFrom(
      "name first",
      "name behind",
      "name in brackets",
      "handle in brackets",
      "alone",
      "three parts",
    ),
    bullet: fc.constantFrom(...BULLETS),
    role: fc.option(fc.constantFrom(...ROLES)),
    square: fc.boolean(),
    sure: fc.constantFrom(...SURE),
    emoji: fc.tuple(fc.constantFrom(...EMOJI), fc.constantFrom(...EMOJI)),
    between: fc.constantFrom(...BETWEEN),
    quotes: fc.constantFrom(...QUOTES),
    link: fc.constantFrom("@", "@", "@", "https://www.example.com/@", "example.com/@"),
  })
  .map(({ person: { name, handle }, form, bullet, role, square, sure, emoji, between, quotes, link }) => {
    const of = link + handle;
    const spaced = between.trim() === between && link !== "@" ? `${between} ` : between;
    const note = role === null ? "" : square ? ` [${role}]` : ` (${role})`;
    const reported = quotes[0] + name + quotes[1];
    const [left, right] = [emoji[0] && `${emoji[0]} `, emoji[1] && ` ${emoji[1]}`];
    const lines: Record<string, [string, string | null]> = {
      "name first": [`${reported}${spaced}${of}${note}${right}`, name],
      "name behind": [
        `${of}${between.trim() === between && between !== " " ? ` ${between} ` : between}${reported}${right}${note}`,
        name,
      ],
      "name in brackets": [`${of} (${name})${right}`, name],
      "handle in brackets": [`${left}${reported}${right} (${of})${note}`, name],
      alone: [`${left}${of}${right}${note}`, null],
      "three parts": [`${reported}${right} - ${of} - ${sure}`, name],
    };
    const [line, truth] = lines[form]!;
    // Nobody could tell 2.50 from the second line's 50.
    const number = bullet === "2." && /^\d/.test(line) ? "2. " : bullet;
    return { line: number + line, name: truth, handle, form };
  });

/** A name as somebody would accept it: without a list's marks, emoji and quotes. */
const bare = (text: string): string => text.normalize("NFC").replaceAll(/\s+/g, " ").trim();

test("the name of each line is right, or left to the service; nobody is lost", () => {
  const met = new Map<string, { right: number; left: number }>();
  fc.assert(
    fc.property(written, ({ line, name, handle, form }) => {
      const [one, ...rest] = creatorsIn(line);
      expect(rest).toEqual([]);
      expect(one!.said).toMatchObject({ params: { handle } });
      const read = "params" in one!.said ? one!.said.name : null;
      if (read !== null) expect(bare(read)).toBe(name);
      const count = met.get(form) ?? { right: 0, left: 0 };
      count[read === null && name !== null ? "left" : "right"] += 1;
      met.set(form, count);
    }),
    { numRuns: runs(20_000, 200) },
  );
  // Leaving everything to the service would be right as well, but of no use.
  for (const [form, { right, left }] of met)
    expect([form, left / (left + right) < (form === "name in brackets" ? 0.7 : 0.15)]).toEqual([form, true]);
  expect(met.size).toBe(6);
  if (process.env["COUNTS"] !== undefined) console.log(met);
});

test("signs and notes around a name are no part of it, and what is longer than 300 characters is no name", () => {
  const named = (before: string, after: string) => nameInLine({ before, after, handle: "omar" });
  expect([named("Omar 🔥 mod ", ""), named("🔥 Omar 🔥", ""), named("mod 🔥", "Omar")]).toEqual([
    "Omar",
    "Omar",
    "Omar",
  ]);
  expect([named("Omar", " ".repeat(296)), named("Omar", " ".repeat(297))]).toEqual(["Omar", null]);
});

test("a line with several pairs and a part without a creator is refused as a whole", () => {
  const line = "Maria @maria, Omar @omar, hello world";
  expect(creatorsIn(line)).toEqual([{ text: line, said: { refused: expect.stringContaining("several creators") } }]);
  expect(creatorsIn("Maria @maria, Omar @omar")).toHaveLength(2);
});
