import { fromEpochMilliseconds, toZonedDateTimeISO } from "temporal-polyfill/fns/Instant";
import type { Record } from "temporal-polyfill/fns/ZonedDateTime";

/** An instant (epoch ms) in a zone. Throws for an unknown zone. */
export const zoned = (at: number, timezone: string): Record => toZonedDateTimeISO(fromEpochMilliseconds(at), timezone);
