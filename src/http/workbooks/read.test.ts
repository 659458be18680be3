import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import Papa from "papaparse";
import writeXlsxFile from "write-excel-file/node";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { isZip, workbookText } from "./read.ts";
import { workbook } from "./write.ts";

const xml = (body: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${body}`);
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A workbook of one sheet with these rows, as a hostile sender could write it. */
const workbookOf = (rows: string, more: Record<string, Uint8Array> = {}) =>
  zipSync(
    {
      "xl/workbook.xml": xml(
        `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      "xl/_rels/workbook.xml.rels": xml(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      "xl/worksheets/sheet1.xml": xml(`<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`),
      ...more,
    },
    { level: 6 },
  );

const cell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;

test("reads the cells of a workbook as Excel libraries write it", async () => {
  const rows = [
    [{ value: "Name" }, { value: "Handle" }, { value: "Since" }],
    [{ value: "Zoé 猫" }, { value: "@zoe" }, { value: 7012 }],
  ];
  const bytes = new Uint8Array(await writeXlsxFile(rows).toBuffer());
  expect(isZip(bytes)).toBe(true);
  expect(workbookText(bytes)).toEqual({ ok: true, value: "Name\tHandle\tSince\nZoé 猫\t@zoe\t7012" });
});

test("reads inline cells", async () => {
  const bytes = workbookOf(`<row r="1">${cell("A1", "@maria")}${cell("B1", "Maria")}</row>`);
  expect(workbookText(bytes)).toMatchObject({ ok: true, value: expect.stringContaining("@maria\tMaria") });
});

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`, "@a")}</row>`).join("");

test("reads what other programs write: runs, readings, prefixes, entities, sections, escapes, dates and long numbers", () => {
  const shared = xml(
    `<sst><si><t>plain</t></si><si><r><t>two </t></r><r><rPr><b/></rPr><t xml:space="preserve">runs</t></r></si><si><t>猫</t><rPh sb="0" eb="1"><t>ねこ</t></rPh></si></sst>`,
  );
  const styles = xml(
    `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="0.0&quot; d&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
  );
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>
    <x:row r="3"><x:c t="inlineStr"><x:is><x:t>a &amp;&#x41;&#66; &lt;b&gt;</x:t></x:is></x:c><x:c t="str"><x:v><![CDATA[<c>]]></x:v></x:c></x:row>
    <row r="4"><c r="A4" s="1"><v>45000</v></c><c r="B4" s="2"><v>45001.5</v></c><c r="C4" s="3"><v>7</v></c></row>
    <row r="5"><c r="A5"><v>7012345678901234568</v></c><c r="B5"><v>7.01234567890123E+18</v></c><c r="C5" t="b"><v>1</v></c></row>
    <row r="7"><c r="A7"><v>7.0123456789012296E18</v></c><c r="B7"><v>1E15</v></c><c r="C7"><v>12.50</v></c></row>
    <row r="6"><c r="A6" t="inlineStr"><is><t>one_x000A_two _x005F_x000A_</t></is></c></row>
    <row r="900"><c r="A900" s="1"/><c r="XFD900"/></row>`;
  expect(workbookText(workbookOf(rows, { "xl/sharedStrings.xml": shared, "xl/styles.xml": styles }))).toEqual({
    ok: true,
    value: [
      "plain\ttwo runs\t猫",
      "\t\t",
      "a &AB <b>\t<c>\t",
      "2023-03-15\t2023-03-16\t7",
      "7012345678901234568\t7.01234567890123E+18\tTRUE",
      '"one\ntwo _x000A_"\t\t',
      "7.01234567890123E+18\t1E+15\t12.5",
    ].join("\n"),
  });
});

test("reads the first visible sheet, wherever it is", () => {
  const book = (sheets: string) => ({
    "xl/workbook.xml": xml(`<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${sheets}</sheets></workbook>`),
    "xl/_rels/workbook.xml.rels": xml(
      `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Target="/xl/worksheets/other.xml" Id="rId2"/></Relationships>`,
    ),
    "xl/worksheets/other.xml": xml(`<worksheet><sheetData><row>${cell("A1", "second")}</row></sheetData></worksheet>`),
  });
  const hidden = `<sheet name="A" state="hidden" r:id="rId1"/><sheet name="B" r:id="rId2"/>`;
  const first = `<row r="1">${cell("A1", "first")}</row>`;
  expect(workbookText(workbookOf(first, book(hidden)))).toMatchObject({ value: expect.stringMatching(/^second\s*$/) });
  const visible = `<sheet name="A" r:id="rId1"/><sheet name="B" r:id="rId2"/>`;
  expect(workbookText(workbookOf(first, book(visible)))).toMatchObject({ value: expect.stringMatching(/^first\s*$/) });
});

const M = 1024 * 1024;
const inCell = (text: string) => `<row><c t="str"><v>${text}</v></c></row>`;

/** Each comes to some megabytes of one thing. Whatever a reader does for each, it must be bounded. */
const ATTACKS: Record<string, () => Uint8Array> = {
  "millions of blanks in a tag": () => workbookOf(`<row><c${" ".repeat(3.6 * M)}/></row>`),
  "millions of equals signs": () => workbookOf(`<row><c ${"a=".repeat(1.8 * M)}/></row>`),
  attributes: () => workbookOf(`<row><c ${'a="1" '.repeat(0.6 * M)}/></row>`),
  "unknown tags": () => workbookOf("<a/>".repeat(0.9 * M)),
  "empty cells": () => workbookOf(`<row>${"<c/>".repeat(0.9 * M)}</row>`),
  "empty rows": () => workbookOf("<row/>".repeat(0.6 * M)),
  "deep nesting": () => workbookOf(`<row><c><is>${"<r>".repeat(1.2 * M)}`),
  comments: () => workbookOf("<!---->".repeat(0.5 * M)),
  "open comments": () => workbookOf("<!--".repeat(0.9 * M)),
  sections: () => workbookOf(inCell("<![CDATA[a]]>".repeat(0.28 * M))),
  ampersands: () => workbookOf(inCell("&".repeat(3.6 * M))),
  references: () => workbookOf(inCell("&lt;".repeat(0.9 * M))),
  escapes: () => workbookOf(inCell("_x0041_".repeat(0.5 * M))),
  "a long text in each cell": () =>
    workbookOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(90)}</row>`.repeat(500), {
      "xl/sharedStrings.xml": xml(`<sst><si><t>${"a".repeat(2 * M)}</t></si></sst>`),
    }),
  "shared texts": () => workbookOf("", { "xl/sharedStrings.xml": xml(`<sst>${"<si/>".repeat(0.7 * M)}</sst>`) }),
  styles: () => workbookOf("", { "xl/styles.xml": xml(`<x><cellXfs>${"<xf/>".repeat(0.7 * M)}</cellXfs></x>`) }),
  entities: () =>
    workbookOf("", { "xl/sharedStrings.xml": xml(`<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><sst/>`) }),
};

test.each(Object.entries(ATTACKS))("reads or refuses %s, with work that is bounded", (_, make) => {
  const bytes = make();
  expect(bytes.length).toBeLessThan(60_000);
  const read = workbookText(bytes);
  if (read.ok) expect(read.value.length).toBeLessThan(M);
  else expect(read.error).toMatch(/too large|can't be read/);
});

test("one file listed a thousand times is unzipped up to the limit, and a directory that lies is broken", () => {
  const bytes = workbookOf(rowsOf(4000));
  const lying = bytes.slice();
  const view = new DataView(lying.buffer);
  view.setUint32(lying.length - 6, 12, true);
  expect(workbookText(lying)).toMatchObject({ ok: false, error: expect.stringContaining("can't be read") });
  view.setUint16(lying.length - 12, 65_535, true);
  expect(workbookText(lying)).toMatchObject({ ok: false, error: expect.stringContaining("too large") });
});

const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom("", "=1+1", "_x000D_", "_x005F_x000D_", "<&>\"'", " a ", "007", "7012345678901234568", "\t", "é"),
);

/** What a table without its empty end is. */
const trimmed = (rows: string[][]): string[][] => {
  const width = Math.max(1, ...rows.map((row) => row.findLastIndex((text) => text !== "") + 1));
  const height = rows.findLastIndex((row) => row.some((text) => text !== "")) + 1;
  return rows.slice(0, height).map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ""));
};

test("every text of a table is read as it was written, by our reader and by another", async () => {
  let [cells, read] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(texts, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 12 }),
      async (provided) => {
        // XML has no control characters and no carriage returns of its own.
        const rows = provided.map((row) =>
          // oxlint-disable-next-line no-control-regex -- these are meant
          row.map((text) => text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, "")),
        );
        const [columns = [], ...rest] = rows;
        const sheet = { name: "A", columns, rows: rest };
        const bytes = new Uint8Array(await workbook("a", [sheet]).arrayBuffer());
        const found = workbookText(bytes);
        expect(found.ok).toBe(true);
        const parsed = found.ok ? (Papa.parse(found.value, { delimiter: "\t" }).data as string[][]) : [];
        expect(trimmed(parsed)).toEqual(trimmed(rows));
        cells += rows.flat().length;
        const foreign = rows.map((row) => row.map((value) => ({ type: String, value: value === "" ? null : value })));
        if (!rows.flat().some((text) => text.includes("_x"))) {
          const other = new Uint8Array(await writeXlsxFile(foreign as never).toBuffer());
          const text = workbookText(other);
          expect(trimmed(text.ok ? (Papa.parse(text.value, { delimiter: "\t" }).data as string[][]) : [])).toEqual(
            trimmed(rows),
          );
          read += 1;
        }
      },
    ),
    { numRuns: runs(4000, 150) },
  );
  expect([cells > 500, read > 20]).toEqual([true, true]);
});

test.each<[string, () => Uint8Array]>([
  ["100,000 rows", () => workbookOf(rowsOf(100_000))],
  [
    "one cell at the far end",
    () => workbookOf(`<row r="1">${cell("A1", "@a")}</row><row r="9">${cell("XFD1048576", "@a")}</row>`),
  ],
  ["only a cell at the end", () => workbookOf(`<row r="1048576">${cell("A1048576", "@a")}</row>`)],
  ["an address in entities", () => workbookOf(`<row r="1">${cell("&#88;FD1048576", "@a")}</row>`)],
  ["a bomb of zeros", () => workbookOf(rowsOf(1), { "xl/worksheets/sheet2.xml": new Uint8Array(32 * 1024 * 1024) })],
  [
    "two thousand files",
    () =>
      workbookOf(
        rowsOf(1),
        Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`xl/f${at}.xml`, xml("<a/>")])),
      ),
  ],
])("refuses %s", async (_, make) => {
  expect(workbookText(make())).toEqual({ ok: false, error: expect.stringContaining("too large") });
});

test("does not unzip what has no cells", async () => {
  const bytes = workbookOf(rowsOf(1), { "xl/media/image1.png": new Uint8Array(8 * 1024 * 1024) });
  expect(workbookText(bytes)).toMatchObject({ ok: true });
});

test.each([
  ["nothing but the mark", strToU8("PK\u0003\u0004")],
  ["no workbook", zipSync({ "a.txt": strToU8("a") })],
  ["half a workbook", workbookOf(rowsOf(50)).subarray(0, 400)],
  ["a shared string that is not there", workbookOf('<row r="1"><c r="A1" t="s"><v>9999999</v></c></row>')],
])("says what to do about %s", async (_, bytes) => {
  const text = workbookText(bytes);
  if (!text.ok) expect(text.error).toContain("can't be read");
  else expect(text.value.trim()).toBe("");
});

test("reads as many rows as it says, and no character that no text has", () => {
  expect(workbookText(workbookOf(rowsOf(5000)))).toMatchObject({ ok: true });
  expect(workbookText(workbookOf(rowsOf(5001)))).toMatchObject({ ok: false });
  const zero = workbookOf(`<row r="1">${cell("A1", "a&#0;b&#x0;c&#x110000;d")}</row>`);
  expect(workbookText(zero)).toEqual({ ok: true, value: "abcd\n" });
});

test("four bytes of a mark are no workbook, and five may be one", () => {
  expect([isZip(strToU8("PK\u0003")), isZip(strToU8("PK\u0003\u0004")), isZip(strToU8("PK\u0003\u0004."))]).toEqual([
    false,
    false,
    true,
  ]);
});
