import { base32, type IdPrefix } from "./core/ids.ts";

/** So many random bytes. */
export const randomBytes = (count = 32): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

/** An id that nobody can guess. */
export const newId = (prefix: IdPrefix): string => `${prefix}_${base32(randomBytes(26))}`;
