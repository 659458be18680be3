/** Requests that a destination may limit on their own. `editOld` edits messages that are older than an hour. */
export type Route = "post" | "edit" | "editOld" | "remove" | "lookup";

/** A request: what it does, and in which thread; "" without one, and to open one. */
export interface RoutedRequest {
  route: Route;
  thread: string;
}

/**
 * Paused requests of a channel, and until when (tick time, epoch ms): `route`, or `route/thread` for those in one
 * thread.
 */
export type Pauses = Record<string, number>;

/** With more paused threads than this, all requests of the route pause. */
const MAX_THREADS = 100;

/** Identifies requests of the same kind in the same thread. */
export const requestKey = ({ route, thread }: RoutedRequest): string => `${route}/${thread}`;

/** The end of the longest pause that applies to one of these requests at `now`; null if none does. Pure. */
export function pausedFor(pauses: Pauses | null, requests: RoutedRequest[], now: number): number | null {
  if (pauses === null) return null;
  const ends = requests.flatMap((request) => [pauses[request.route] ?? 0, pauses[requestKey(request)] ?? 0]);
  const latest = Math.max(0, ...ends);
  return latest > now ? latest : null;
}

/**
 * Adds a pause, without those that are over at `now`. With `scope` "thread" it applies to the request's thread alone.
 * With "route" too, until a second thread is refused: then it applies to all. Pure.
 */
export function withPause(
  pauses: Pauses | null,
  request: RoutedRequest,
  scope: "thread" | "route",
  until: number,
  now: number,
): Pauses {
  const current = Object.fromEntries(Object.entries(pauses ?? {}).filter(([, end]) => end > now));
  const own = requestKey(request);
  const rest = Object.keys(current).filter((key) => key !== own && key.startsWith(`${request.route}/`));
  const isAll = scope === "route" && (request.thread === "" || rest.length > 0);
  const key = isAll || rest.length >= MAX_THREADS ? request.route : own;
  return { ...current, [key]: Math.max(current[key] ?? 0, until) };
}
