import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import { creatorsIn } from "./line-creators.ts";
import { nameInLine } from "./name-in-line.ts";

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
    { numRuns: runs(20_000, 400) },
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
