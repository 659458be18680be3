export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A sheet of a workbook. */
export interface Sheet {
  /** At most 31 characters. */
  name: string;
  columns: string[];
  rows: (string | number | null)[][];
  /** The widths of its columns in characters; as wide as their heads if undefined. */
  widths?: number[];
}

/** Tables as a downloadable Excel workbook. Text is never interpreted as a formula. */
export async function workbook(file: string, sheets: Sheet[]): Promise<Response> {
  // Loaded when somebody asks for a workbook.
  const { default: writeExcelFile } = await import("write-excel-file/universal");
  const blob = await writeExcelFile(sheets.map(sheetOf)).toBlob();
  return new Response(blob, {
    headers: { "content-type": XLSX_TYPE, "content-disposition": `attachment; filename="${file}.xlsx"` },
  });
}

const sheetOf = ({ name, columns, rows, widths }: Sheet) => ({
  data: [
    columns.map((value) => ({ type: String, value, fontWeight: "bold" as const })),
    ...rows.map((row) => row.map(cellOf)),
  ],
  sheet: name,
  columns: columns.map((column, index) => ({ width: widths?.[index] ?? Math.max(10, column.length + 2) })),
  stickyRowsCount: 1,
});

const cellOf = (value: string | number | null) =>
  value === null
    ? null
    : typeof value === "number"
      ? { type: Number, value }
      : { type: String, value: value.toWellFormed() };
