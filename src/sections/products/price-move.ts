import { decimalOf } from "../../core/decimal.ts";
import { growthPercent } from "../../core/growing-count.ts";
import type { PastEvent } from "../section.ts";
import { shownName } from "../shown-name.ts";
import type { OfferedProduct } from "./data.ts";

/**
 * The net change of a price over its changes, oldest first: what it was before the first against what it is after the
 * last. Another currency is another measure: only the changes in the last one count.
 */
export function netMove(changes: PastEvent[]): Pick<OfferedProduct, "move" | "movedAt"> {
  const last = changes.at(-1);
  if (last === undefined) return { move: null, movedAt: 0 };
  const currency = shownName(last.data["currency"], 8);
  const other = changes.findLastIndex(({ data }) => shownName(data["currency"], 8) !== currency);
  const [before, after] = [decimalOf(changes[other + 1]!.data["before"]), decimalOf(last.data["after"])];
  const percent = before === null || after === null ? null : growthPercent(Number(before), Number(after));
  const movedAt = last.detectedAt;
  if (before === null || after === null || percent === null || before === after) return { move: null, movedAt };
  return { move: { before, after, currency, percent }, movedAt };
}
