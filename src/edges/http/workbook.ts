export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A table as a downloadable Excel workbook. Text is never interpreted as a formula. */
export async function workbook(file: string, columns: string[], rows: (string | number | null)[][]): Promise<Response> {
  const head = columns.map((value) => ({ type: String, value, fontWeight: "bold" as const }));
  const body = rows.map((row) => row.map(cellOf));
  // Loaded when somebody asks for a workbook.
  const { default: writeExcelFile } = await import("write-excel-file/universal");
  const blob = await writeExcelFile([head, ...body], {
    columns: columns.map((column) => ({ width: Math.max(10, column.length + 2) })),
    stickyRowsCount: 1,
  }).toBlob();
  return new Response(blob, {
    headers: { "content-type": XLSX_TYPE, "content-disposition": `attachment; filename="${file}.xlsx"` },
  });
}

const cellOf = (value: string | number | null) =>
  value === null
    ? null
    : typeof value === "number"
      ? { type: Number, value }
      : { type: String, value: value.toWellFormed() };
