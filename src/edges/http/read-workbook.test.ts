import { strToU8, zipSync } from "fflate";
import writeXlsxFile from "write-excel-file/node";
import { expect, test } from "vitest";
import { isZip, workbookText } from "./read-workbook.ts";

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
  expect(await workbookText(bytes)).toEqual({ ok: true, value: "Name\tHandle\tSince\nZoé 猫\t@zoe\t7012" });
});

test("reads inline cells", async () => {
  const bytes = workbookOf(`<row r="1">${cell("A1", "@maria")}${cell("B1", "Maria")}</row>`);
  expect(await workbookText(bytes)).toMatchObject({ ok: true, value: expect.stringContaining("@maria\tMaria") });
});

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`, "@a")}</row>`).join("");

test.each<[string, () => Uint8Array]>([
  ["100,000 rows", () => workbookOf(rowsOf(100_000))],
  [
    "one cell at the far end",
    () => workbookOf(`<row r="1">${cell("A1", "@a")}</row><row r="9">${cell("XFD1048576", "@a")}</row>`),
  ],
  ["an address in entities", () => workbookOf(`<row r="1">${cell("&#88;FD1048576", "@a")}</row>`)],
  ["a bomb of zeros", () => workbookOf(rowsOf(1), { "xl/worksheets/sheet2.xml": new Uint8Array(32 * 1024 * 1024) })],
  [
    "a thousand files",
    () =>
      workbookOf(
        rowsOf(1),
        Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`xl/f${at}.xml`, xml("<a/>")])),
      ),
  ],
])("refuses %s", async (_, make) => {
  expect(await workbookText(make())).toEqual({ ok: false, error: expect.stringContaining("too large") });
});

test("does not unzip what has no cells", async () => {
  const bytes = workbookOf(rowsOf(1), { "xl/media/image1.png": new Uint8Array(8 * 1024 * 1024) });
  expect(await workbookText(bytes)).toMatchObject({ ok: true });
});

test.each([
  ["nothing but the mark", strToU8("PK\u0003\u0004")],
  ["no workbook", zipSync({ "a.txt": strToU8("a") })],
  ["half a workbook", workbookOf(rowsOf(50)).subarray(0, 400)],
  ["a shared string that is not there", workbookOf('<row r="1"><c r="A1" t="s"><v>9999999</v></c></row>')],
])("says what to do about %s", async (_, bytes) => {
  const text = await workbookText(bytes);
  if (!text.ok) expect(text.error).toContain("can't be read");
  else expect(text.value.trim()).toBe("");
});
