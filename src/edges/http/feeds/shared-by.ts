import { noteFailedTry } from "../auth.ts";
import type { Ports } from "../ports.ts";
import { Problem } from "../problem.ts";
import { MinuteLimit } from "../write-limit.ts";
import { OLDEST_MS, Shown, type Shared } from "./shown.ts";

interface KeyAsked {
  ports: Pick<Ports, "feeds" | "keep">;
  /** The key in the address. */
  query: { key: string };
  request: Request;
}

/** Of this isolate alone: a key is looked up each time, so one that was deleted shows nothing more. */
const shown = new Shown();

/** Requests by one key in a minute. */
const MAX_A_MINUTE = 600;
const asked = new MinuteLimit(MAX_A_MINUTE);

/** Whose key it is: three rows. Throws the 404 Problem, which tells nothing of what there is, and the 429 after too many. */
export async function sharedBy({ ports, query, request }: KeyAsked): Promise<Shared> {
  const shared = await ports.feeds.bySecret(query.key);
  if (shared === null) {
    noteFailedTry(request);
    throw new Problem(404, "This key doesn't exist or was revoked.");
  }
  const wait = asked.take(shared.key.id, ports.keep.wallNow());
  if (wait > 0) throw tooOften(wait);
  return shared;
}

const tooOften = (seconds: number): Problem =>
  new Problem(429, "This key is used too often.", {}, { "retry-after": String(seconds) });

/** Who looks while others are making the same waits for it, so long at the most, and looks again so often. */
const MAX_WAITS = 40;
const WAIT_MS = 50;

/** What a key shows under this name, made at most once in so many milliseconds where many look. Throws the 429 Problem where it is not made in time. */
export async function shownBy<T>(
  { key, version }: Shared,
  name: string,
  { keep: store, idempotency }: Pick<Ports, "keep" | "idempotency">,
  make: () => Promise<T>,
  oldestMs = OLDEST_MS,
): Promise<T> {
  const wanted = { name: `${key.id} ${key.watchlistId ?? ""} ${name}`, version, oldestMs };
  // No request waits for the promise of another, which may have been ended: it looks what is kept.
  for (let waits = 0; waits <= MAX_WAITS; waits++) {
    const value = await shown.of(wanted, store.wallNow(), make);
    if (value !== null) return value;
    await idempotency.sleep(WAIT_MS);
  }
  throw tooOften(1);
}
