import { DAY_MS } from "../../../core/duration.ts";
import { noteFailedTry } from "../../../http/auth.ts";
import type { CorePorts } from "../../../http/ports.ts";
import { Problem } from "../../../http/problem.ts";
import { MinuteLimit } from "../../../http/write-limit.ts";
import { OLDEST_MS, AnswerCache, type FeedPorts, type Shared } from "./shown.ts";

interface KeyRequest {
  ports: Pick<CorePorts, "keep"> & FeedPorts;
  /** The key in the address. */
  query: { key: string };
  request: Request;
}

/** Kept by each isolate. Keys are checked each time, so a revoked key shows nothing. */
const displayed = new AnswerCache();

/** Requests with one key per minute. */
const MAX_A_MINUTE = 600;
const requestLimit = new MinuteLimit(MAX_A_MINUTE);

/**
 * Finds the feed key of a request, which reads three rows, and notes once a day that it was used. Throws the 404 Problem, which reveals nothing, or the 429
 * after too many requests.
 */
export async function sharedBy({ ports, query, request }: KeyRequest): Promise<Shared> {
  const shared = await ports.feeds.bySecret(query.key);
  if (shared === null) {
    noteFailedTry(request);
    throw new Problem(404, "This key doesn't exist or was revoked.");
  }
  const now = ports.keep.wallNow();
  const wait = requestLimit.take(shared.key.id, now);
  if (wait > 0) throw tooOften(wait);
  // At most a row a day.
  if (now - (shared.key.openedAt ?? 0) >= DAY_MS) await ports.feeds.opened(shared.key.id, now);
  return shared;
}

const tooOften = (seconds: number): Problem =>
  new Problem(429, "This key is used too often.", {}, { "retry-after": String(seconds) });

/** How often and how long a request waits while another one builds the same answer. */
const MAX_WAITS = 400;
const WAIT_MS = 50;

/**
 * Returns what a key shows under a name, built at most once per `oldestMs` under load. Throws the 429 Problem if it is
 * not ready in time.
 */
export async function displayedBy<T>(
  { key, version }: Shared,
  name: string,
  { keep: store, idempotency }: Pick<CorePorts, "keep" | "idempotency">,
  make: () => Promise<T>,
  oldestMs = OLDEST_MS,
): Promise<T> {
  const wanted = { name: `${key.id} ${key.watchlistId ?? ""} ${name}`, version, oldestMs };
  // Requests do not await each other's promises, because the other one may be aborted. They check the cache instead.
  for (let waits = 0; waits <= MAX_WAITS; waits++) {
    const value = await displayed.of(wanted, store.wallNow(), make);
    if (value !== null) return value;
    await idempotency.sleep(WAIT_MS);
  }
  throw tooOften(1);
}
