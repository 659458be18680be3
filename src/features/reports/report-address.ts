import { isPeriodMonth } from "../../core/calendar-period.ts";
import type { AirtimeScope } from "./read-airtime.ts";

/** The page of airtime reports. */
export const REPORTS = "/reports";

/** A report to print. */
export const PRINTED = `${REPORTS}/print`;

/** The scope of a report in an address. */
export type AddressedScope = Pick<AirtimeScope, "period" | "list"> & {
  /** The zone that the address names; null or omitted for the usual one. */
  zone?: string | null;
};

/** The address of a report; `path` is that of the page or of one of its files. */
export function addressOf({ period, list, zone = null }: AddressedScope, path = REPORTS): string {
  const query = new URLSearchParams([
    ...(list === null ? [] : [["list", list.id]]),
    [isPeriodMonth(period) ? "month" : "period", period],
    ...(zone === null ? [] : [["zone", zone]]),
  ]);
  return `${path}?${query.toString()}`;
}
