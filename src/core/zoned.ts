import { fromEpochMilliseconds, toZonedDateTimeISO } from "temporal-polyfill/fns/Instant";
import type { Record } from "temporal-polyfill/fns/ZonedDateTime";

/** An instant (epoch ms) on the calendar of a zone. Throws for a zone that is none. */
export const zoned = (at: number, timezone: string): Record => toZonedDateTimeISO(fromEpochMilliseconds(at), timezone);
