import { decodedText } from "../../core/decoded-text.ts";
import type { Result } from "../../core/result.ts";
import { bufferedBytes } from "../../http/body.ts";
import { Problem } from "../../http/problem.ts";
import { isZip, workbookText } from "../../http/workbooks/read.ts";
import { marked, t } from "../words/text.ts";

export const MULTIPART = "multipart/form-data";

const MIB = 1024 * 1024;

/** The maximum size of a file. A sheet of 1,000 creators has less than a tenth of it. */
const FILE_BYTES = MIB;

/** The maximum size of a form with a file: the file, a text of the same size and the fields around them. */
const MAX_BYTES = 2 * MIB + 64 * 1024;

const TOO_LARGE = marked("The file is larger than 1 MB. Keep only the columns with names and handles.");

/**
 * Reads a form with a file. The file becomes the field of its name with the file's text, or, if it cannot be read, the
 * field `NAME.wrong` with the reason. Throws a 400 or 413 Problem.
 */
export async function readMultipart(request: Request, maxFields: number): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  const bytes = await bufferedBytes(request);
  if (bytes.length > MAX_BYTES) throw new Problem(413, t("The form is longer than 2 MB."));
  // Counted before parsing.
  if (partsIn(bytes, type) > maxFields)
    throw new Problem(400, t("The form has more than {max} fields.", { max: maxFields }));
  const fields = new URLSearchParams();
  for (const [name, value] of await partsOf(bytes, type)) {
    if (typeof value === "string") fields.append(name, value);
    else if (value.size > 0) {
      const text = await textOf(value);
      fields.append(text.ok ? name : `${name}.wrong`, text.ok ? text.value : t(text.error));
    }
  }
  return fields;
}

/** Reads the texts of a multipart body, and leaves files out. Throws a 400 Problem. */
export async function readTexts(request: Request, body: string, maxFields: number): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  const bytes = new Uint8Array(new TextEncoder().encode(body));
  // Counted before parsing.
  if (partsIn(bytes, type) > maxFields)
    throw new Problem(400, t("The form has more than {max} fields.", { max: maxFields }));
  const parts = await partsOf(bytes, type);
  return new URLSearchParams(parts.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

async function partsOf(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<[string, string | File][]> {
  try {
    return [...(await new Response(bytes, { headers: { "content-type": type } }).formData())] as [
      string,
      string | File,
    ][];
  } catch {
    throw new Problem(400, t("The form can't be read."));
  }
}

/** Counts the boundaries in a body. */
function partsIn(bytes: Uint8Array, type: string): number {
  const boundary = /boundary="?([^";,\s]{1,200})/i.exec(type)?.[1];
  if (boundary === undefined) throw new Problem(400, t("The form has no boundary."));
  // Each byte is one character.
  const text = new TextDecoder("latin1").decode(bytes);
  let count = 0;
  for (let at = text.indexOf(boundary); at !== -1; at = text.indexOf(boundary, at + boundary.length)) count += 1;
  return count - 1;
}

/** Returns the text of a file: of a workbook its first sheet, with tabs between cells. The error says what to do. */
async function textOf(file: File): Promise<Result<string, string>> {
  if (file.size > FILE_BYTES) return { ok: false, error: TOO_LARGE };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isZip(bytes)) return workbookText(bytes);
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    return { ok: false, error: marked("This is an old Excel file (.xls). Save it as .xlsx or CSV.") };
  const text = decodedText(bytes, null);
  if (text.ok && text.value.includes("\0"))
    return { ok: false, error: marked("This file isn't text. Choose a CSV or Excel (.xlsx) file.") };
  return text;
}
