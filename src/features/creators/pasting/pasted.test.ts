import { expect, test } from "vitest";
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
