import { SHEET_SIZE } from "../../core/sheet.ts";

/** A sheet for each of so many targets: those with room first, then new ones, which are to be made. */
export function seatsFor(sheets: { id: number; size: number }[], count: number): { seats: number[]; made: number[] } {
  const seats: number[] = [];
  const made: number[] = [];
  const take = (id: number, room: number) => {
    for (let free = room; free > 0 && seats.length < count; free--) seats.push(id);
  };
  for (const { id, size } of sheets) take(id, SHEET_SIZE - size);
  for (let id = (sheets.at(-1)?.id ?? 0) + 1; seats.length < count; id++) {
    made.push(id);
    take(id, SHEET_SIZE);
  }
  return { seats, made };
}
