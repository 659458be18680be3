import * as z from "zod";
import { ID_LOSSES, spreadsheetId } from "../core/spreadsheet-id.ts";

/** The form of an id of the service: a text of digits. One that a spreadsheet shortened is named as such. */
export const idDigits = () =>
  z
    .string({ error: ({ input }) => (typeof input === "number" ? NUMBER : undefined) })
    .regex(/^\d{1,32}$/, { error: ({ input }) => lossOf(input) ?? DIGITS });

const DIGITS = "must be 1 to 32 digits";

const NUMBER = "must be a text in quotes: numbers lose digits after the 15th";

/** The form of such an id, which may also be a number as long as that is exact. */
export const digitsOrNumber = (digits: z.ZodType<string, string>) =>
  z.union([digits, z.int().min(0).transform(String).pipe(digits)], {
    error: ({ input }) => (typeof input === "number" && input > Number.MAX_SAFE_INTEGER ? NUMBER : DIGITS),
  });

function lossOf(input: unknown): string | null {
  const read = typeof input === "string" ? spreadsheetId(input) : null;
  return read !== null && "lost" in read ? ID_LOSSES[read.lost] : null;
}
