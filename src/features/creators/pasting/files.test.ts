import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { slowness } from "../../../../test/fuzz/spoil.ts";
import { runs } from "../../../../test/support/runs.ts";
import type { JsonObject } from "../../../core/json.ts";
import { Problem } from "../../../http/problem.ts";
import { workbookText } from "../../../http/workbooks/read.ts";
import { pastedIdentity } from "./creator-in.ts";
import { readPaste } from "./pasted.ts";

/** Somebody as written in a cell or line, and who must be read there: null where a spreadsheet lost the id. */
interface PastedPerson {
  name: string;
  text: string;
  /** A number cell of a workbook in place of a text. */
  isNumber: boolean;
  identity: string | null;
}

const grouped = (id: string): string => id.replaceAll(/\B(?=(\d{3})+$)/g, ",");

const WAYS: ((id: string) => Omit<PastedPerson, "name">)[] = [
  (id) => ({ text: id, isNumber: false, identity: id }),
  (id) => ({ text: `="${id}"`, isNumber: false, identity: id }),
  (id) => ({ text: `'${id}`, isNumber: false, identity: id }),
  (id) => ({ text: grouped(id), isNumber: false, identity: id }),
  (id) => ({ text: id, isNumber: true, identity: id }),
  (id) => ({ text: `${id.slice(0, 15)}0000`, isNumber: true, identity: null }),
  (id) => ({ text: `${id[0]!}.${id.slice(1, 6)}E+18`, isNumber: true, identity: null }),
];

const NAMES = ["Maria Rossi", "猫カフェ", "ليلى", "Zoé & Co", "O’Neil", "Анна", ""];

/** Different people, with handles, links and ids. */
const people: fc.Arbitrary<PastedPerson[]> = fc
  .array(
    fc.record({
      name: fc.constantFrom(...NAMES),
      handle: fc.option(fc.stringMatching(/^[a-z]{4,9}$/)),
      link: fc.boolean(),
      id: fc.stringMatching(/^7\d{17}[1-9]$/),
      way: fc.constantFrom(...WAYS),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((all) =>
    all.map(({ name, handle, link, id, way }, at) => {
      if (handle === null) return { name, ...way(id) };
      const called = `${handle}.${at}`;
      const text = link ? `https://www.example.com/@${called}` : `@${called}`;
      return { name, text, isNumber: false, identity: `@${called}` };
    }),
  )
  .filter((all) => new Set(all.map(({ text, identity }) => identity ?? text)).size === all.length);

const options = { watchlistId: "wl_default", announceInitial: false, columns: [], names: new Map<string, string>() };

const MAX_MS = 300;
const MAX_BYTES = 64 * 1024 * 1024;

let slow = 1;
beforeAll(() => {
  slow = slowness();
});

/** A file or paste, the people in it, and what makes it hostile. */
interface Pasted {
  of: PastedPerson[];
  hostile: string | null;
  bytes: () => Uint8Array | string;
}

/** How often a filler stands in a file, from a few times to what comes to some megabytes. */
const times = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 500, max: 30_000 }), fc.constant(1_000_000));
const NONE = "none";

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const xml = (body: string): Uint8Array => strToU8(`<?xml version="1.0"?>${body}`);
const MAX_CHARS = 3_600_000;
const repeated = (text: string, count: number, most = MAX_CHARS): string =>
  text.repeat(Math.max(1, Math.min(count, Math.floor(most / text.length))));

/** What stands before the rows, within them, behind them, and other files. */
interface Filled {
  before?: string;
  inRow?: string;
  behind?: string;
  files?: Record<string, Uint8Array>;
}

const IN_WORKBOOKS: Record<string, (count: number) => Filled> = {
  [NONE]: () => ({}),
  "blanks in a tag": (count) => ({ before: `<a${repeated(" ", count * 4)}/>` }),
  attributes: (count) => ({ before: `<a ${repeated('b="1" ', count)}/>` }),
  "unknown tags": (count) => ({ before: repeated("<a/>", count) }),
  "open tags": (count) => ({ behind: repeated("<a>", count) }),
  "empty cells": (count) => ({ inRow: repeated("<c/>", count) }),
  "empty rows": (count) => ({ behind: repeated("<row/>", count) }),
  comments: (count) => ({ before: repeated("<!-- a -->", count) }),
  sections: (count) => ({ behind: `<row r="900"><c t="str"><v>${repeated("<![CDATA[~]]>", count)}</v></c></row>` }),
  references: (count) => ({ behind: `<row r="900"><c t="str"><v>${repeated("&lt;", count)}</v></c></row>` }),
  escapes: (count) => ({ behind: `<row r="900"><c t="str"><v>${repeated("_x007E_", count)}</v></c></row>` }),
  "a long cell": (count) => ({ behind: `<row r="900"><c t="str"><v>${repeated("~ ", count)}</v></c></row>` }),
  "shared texts": (count) => ({
    files: { "xl/sharedStrings.xml": xml(`<sst>${repeated("<si><t>~</t></si>", count)}</sst>`) },
  }),
  styles: (count) => ({ files: { "xl/styles.xml": xml(`<x><cellXfs>${repeated("<xf/>", count)}</cellXfs></x>`) } }),
  entities: () => ({ files: { "xl/sharedStrings.xml": xml(`<!DOCTYPE a [<!ENTITY a "aa">]><sst/>`) } }),
  "a far cell": () => ({ behind: `<row r="1048576"><c r="XFD1048576" t="str"><v>~</v></c></row>` }),
  "other files": (count) => ({ files: { "xl/media/a.bin": new Uint8Array(count * 8) } }),
};

const workbooks: fc.Arbitrary<Pasted> = fc
  .record({
    of: people,
    kind: fc.constantFrom(NONE, NONE, NONE, ...Object.keys(IN_WORKBOOKS)),
    count: times,
    swapped: fc.boolean(),
  })
  .map(({ of, kind, count, swapped }) => ({
    of,
    hostile: kind === NONE ? null : kind,
    bytes() {
      const { before = "", inRow = "", behind = "", files = {} } = IN_WORKBOOKS[kind]!(count);
      const text = (value: string) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
      const row = (cells: string[]) => `<row>${(swapped ? cells.toReversed() : cells).join("")}</row>`;
      const rows = [
        row([text("Name"), text("Account")]),
        ...of.map(({ name, text: reported, isNumber }) =>
          row([text(name), isNumber ? `<c><v>${reported}</v></c>` : text(reported)]),
        ),
      ];
      if (inRow !== "") rows.push(`<row>${inRow}</row>`);
      return zipSync(
        {
          "xl/workbook.xml": xml(`<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`),
          "xl/_rels/workbook.xml.rels": xml(
            `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
          ),
          "xl/worksheets/sheet1.xml": xml(
            `<worksheet><sheetData>${before}${rows.join("")}${behind}</sheetData></worksheet>`,
          ),
          ...files,
        },
        { level: 1 },
      );
    },
  }));

const MAX_TEXT = 1_000_000;

/** Lines that name nobody. */
const IN_TEXTS: Record<string, (count: number) => string> = {
  [NONE]: () => "",
  "blank lines": (count) => repeated("\n", count, MAX_TEXT),
  dashes: (count) => repeated(`${"-".repeat(900)} ~\n`, count, MAX_TEXT),
  "list numbers": (count) => repeated(`${"1. ".repeat(300)}~ ~\n`, count, MAX_TEXT),
  brackets: (count) => repeated(`${"(".repeat(900)} ~\n`, count, MAX_TEXT),
  "bracketed links": (count) => repeated(`${"[](".repeat(300)} ~\n`, count, MAX_TEXT),
  "at signs": (count) => repeated(`~ ${"@".repeat(900)}\n`, count, MAX_TEXT),
  "angle brackets": (count) => repeated(`~ ${"<@<".repeat(300)}\n`, count, MAX_TEXT),
  emoji: (count) => repeated(`~ ${"👩🏽‍🎤".repeat(120)}\n`, count, MAX_TEXT),
  groups: (count) => repeated(`~ ${"1,123 ".repeat(150)}~\n`, count, MAX_TEXT),
  dots: (count) => repeated(`~ ${"a. b ".repeat(180)}\n`, count, MAX_TEXT),
  "a long line": (count) => `~ ${repeated("~ ", count, MAX_TEXT / 2)}\n`,
  "commas in a line": (count) => `~${repeated(",", count, MAX_TEXT / 2)}\n`,
  "an open quote": () => `~ "\n`,
};

const pastes: fc.Arbitrary<Pasted> = fc
  .record({
    of: people,
    kind: fc.constantFrom(NONE, NONE, NONE, ...Object.keys(IN_TEXTS)),
    count: times,
    between: fc.constantFrom(" ", " - ", ": ", " | "),
  })
  .map(({ of, kind, count, between }) => ({
    of,
    hostile: kind === NONE ? null : kind,
    bytes: () =>
      `${of.map(({ name, text }) => (name === "" ? text : name + between + text)).join("\n")}\n${IN_TEXTS[kind]!(count)}`,
  }));

const quoted = (cell: string): string => (/[\t\n",;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const sheets: fc.Arbitrary<Pasted> = fc
  .record({
    of: people,
    kind: fc.constantFrom(NONE, NONE, NONE, ...Object.keys(IN_TEXTS)),
    count: times,
    delimiter: fc.constantFrom("\t", ";", ","),
  })
  .map(({ of, kind, count, delimiter }) => ({
    of,
    hostile: kind === NONE ? null : kind,
    bytes: () =>
      `${[["Name", "Account"], ...of.map(({ name, text }) => [name, text])].map((row) => row.map(quoted).join(delimiter)).join("\n")}\n${IN_TEXTS[kind]!(count).replaceAll("~", `~${delimiter}~`)}`,
  }));

/** The identities that are read; null for a file that is refused as a whole. */
function readIdentities(bytes: Uint8Array | string): { found: string[]; refused: number } | null {
  let text = bytes;
  if (typeof text !== "string") {
    const read = workbookText(text);
    if (!read.ok) return null;
    text = read.value;
  }
  try {
    const { parts } = readPaste(text, options);
    const found = parts.flatMap((part) => {
      if (part.as === "names") return [part.identity];
      return part.as === "row" && part.row.ok
        ? [pastedIdentity((part.row.value as { params: JsonObject }).params)]
        : [];
    });
    return { found, refused: parts.filter((part) => part.as === "refused").length };
  } catch (thrown) {
    if (thrown instanceof Problem) return null;
    throw thrown;
  }
}

/** Reads a file, with the CPU (ms) and the memory (bytes) that this takes. */
function measured(input: Uint8Array | string) {
  const memory = process.memoryUsage();
  const before = process.threadCpuUsage();
  const read = readIdentities(input);
  const { user, system } = process.threadCpuUsage(before);
  const after = process.memoryUsage();
  const grown = after.heapUsed + after.external - memory.heapUsed - memory.external;
  return { read, ms: (user + system) / 1000, grown };
}

test.each([
  ["workbooks", workbooks],
  ["sheets", sheets],
  ["pastes", pastes],
])("%s, hostile ones among them: bounded work, nobody lost, nobody invented", { timeout: 1_800_000 }, (kind, files) => {
  const count = { files: 0, hostile: 0, refused: 0, people: 0, lost: 0 };
  const worst = { ms: 0, bytes: 0, msOf: "", bytesOf: "" };
  for (let warming = 0; warming < 20; warming++) readIdentities("Name\tAccount\nMaria\t@maria\nLena @lena (mod)\n");
  fc.assert(
    fc.property(files, ({ of, hostile, bytes }) => {
      const input = bytes();
      let { read, ms, grown } = measured(input);
      // What other processes evict is counted too, but not each time.
      for (let again = 0; again < 3 && (ms > MAX_MS || grown > MAX_BYTES); again++) {
        const next = measured(input);
        [read, ms, grown] = [next.read, Math.min(ms, next.ms), Math.min(grown, next.grown)];
      }
      if (ms > worst.ms) [worst.ms, worst.msOf] = [ms, `${hostile}`];
      if (grown > worst.bytes) [worst.bytes, worst.bytesOf] = [grown, `${hostile}`];
      expect([hostile, ms < MAX_MS * slow]).toEqual([hostile, true]);
      expect([hostile, grown < MAX_BYTES]).toEqual([hostile, true]);
      count.files += 1;
      if (hostile !== null) count.hostile += 1;
      if (read === null) {
        expect(hostile).not.toBeNull();
        count.refused += 1;
        return;
      }
      const wanted = of.flatMap(({ identity }) => identity ?? []);
      expect(read.found.toSorted()).toEqual(wanted.toSorted());
      expect(read.refused).toBeGreaterThanOrEqual(of.length - wanted.length);
      count.people += wanted.length;
      count.lost += of.length - wanted.length;
    }),
    { numRuns: runs(4000, 30) },
  );
  expect([count.hostile > 20, count.people > 100, count.lost > 5]).toEqual([true, true, true]);
  if (process.env["COUNTS"] !== undefined) console.log(kind, count, { ...worst, mb: worst.bytes / 1024 / 1024 }, slow);
});
