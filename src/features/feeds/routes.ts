import type { Language } from "../../core/language.ts";
import * as z from "zod";
import { DAY_MS } from "../../core/duration.ts";
import type { Event } from "../../core/event.ts";
import { FAILING_AFTER } from "../../core/fault.ts";
import type { Horizon, HorizonPorts } from "../../core/knowledge.ts";
import { forecast, type ForecastDeps } from "../../engine/prediction/forecast.ts";
import { sessions, type LivePorts } from "../history/sessions.ts";
import type { FeedKey } from "./resource/feed-key.ts";
import type { Target } from "../creators/resource/form.ts";
import { target } from "../creators/resource/target.ts";
import { provedAt, unknownSinceOf } from "../../kinds/proof.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { sha256Hex } from "../../core/sha256.ts";
import { atomOf } from "./formats/atom.ts";
import { badgeOf, type Stand } from "./formats/badge.ts";
import { calendarOf, forecastOf } from "./formats/calendar.ts";
import { sharedBy, displayedBy } from "./formats/shared-by.ts";
import { OLDEST_MS, type Shared, type FeedPorts } from "./formats/shown.ts";
import { unlessKnown } from "../../http/preconditions.ts";
import { found, Problem } from "../../http/problem.ts";
import { routesOver, type RouteContext } from "../../http/route.ts";
import type { EventPorts } from "../history/event-store.ts";
import { isLive } from "../../kinds/status.ts";

const route = routesOver<
  FeedPorts & EventPorts & HorizonPorts & LivePorts & { feeds: ForecastDeps; channels: { language: Language } }
>();

const keyed = () =>
  z.object({
    key: z.string().max(200).describe("A feed key's `key`. Anyone with the address can see what it shows."),
  });

const headersOf = (type: string, seconds: number) => ({
  "content-type": type,
  "cache-control": `private, max-age=${seconds}`,
  "cross-origin-resource-policy": "cross-origin",
});

const MAX_SESSIONS = 200;
const MAX_ENTRIES = 50;
const DAYS_MS = 30 * DAY_MS;

const nameOf = ({ name }: FeedKey): string => `Tallylight · ${name}`;

type KeyContext = RouteContext<FeedPorts, z.output<ReturnType<typeof keyed>>>;

/** Answers a text that a key shows, with an entity tag. */
async function answered(
  requested: KeyContext,
  name: string,
  headers: Record<string, string>,
  make: (shared: Shared) => Promise<string>,
  oldestMs = OLDEST_MS,
): Promise<Response> {
  const shared = await sharedBy(requested);
  const tagged = async () => {
    const text = await make(shared);
    return { text, tag: `"${(await sha256Hex(text)).slice(0, 16)}"` };
  };
  const { text, tag } = await displayedBy(shared, name, requested.ports, tagged, oldestMs);
  return unlessKnown(requested.request, tag, headers, async () => text);
}

/** Usual hours are learned over weeks, and reading all of them costs hundreds of rows. */
const OLDEST_FORECAST_MS = 600_000;

const CALENDAR = "text/calendar; charset=utf-8";

export const feedRoutes = [
  route({
    method: "get",
    path: "/feeds/live.ics",
    scope: "public",
    operation: "getLiveCalendar",
    query: keyed,
    handle: (requested) =>
      answered(requested, "live.ics", headersOf(CALENDAR, 60), async ({ key }) => {
        const { ports } = requested;
        const now = await ports.keep.now();
        const filter = { watchlistId: key.watchlistId ?? undefined, since: now - DAYS_MS };
        const deps = { ...ports.events, horizon: ports.horizon, onAirByName: ports.onAirByName };
        const { items } = await sessions(filter, { limit: MAX_SESSIONS, after: null }, deps);
        return calendarOf(nameOf(key), items, now);
      }),
  }),
  route({
    method: "get",
    path: "/feeds/forecast.ics",
    scope: "public",
    operation: "getForecastCalendar",
    query: keyed,
    handle: (requested) =>
      answered(
        requested,
        "forecast.ics",
        headersOf(CALENDAR, 600),
        async ({ key }) => {
          const { feeds, keep: store } = requested.ports;
          const now = await store.now();
          return forecastOf(nameOf(key), await forecast(key.watchlistId, now, feeds), now);
        },
        OLDEST_FORECAST_MS,
      ),
  }),
  route({
    method: "get",
    path: "/feeds/events.atom",
    scope: "public",
    operation: "getEventFeed",
    query: keyed,
    handle: (requested) =>
      answered(requested, "events.atom", headersOf("application/atom+xml; charset=utf-8", 60), async ({ key }) => {
        const { ports, request } = requested;
        const filter = { watchlistId: key.watchlistId ?? undefined };
        const events: Event[] = await ports.events.latest(filter, MAX_ENTRIES);
        const about = { name: nameOf(key), id: key.id, self: new URL(request.url).origin, now: await ports.keep.now() };
        return atomOf(about, events, ports.channels.language);
      }),
  }),
  route({
    method: "get",
    path: "/badge/{targetId}.svg",
    scope: "public",
    operation: "getBadge",
    query: keyed,
    async handle(requested) {
      const { key } = await sharedBy(requested);
      const one = found(await requested.ports.keep.find(target, requested.params["targetId"]!), "badge");
      if (key.watchlistId !== null && key.watchlistId !== one.watchlistId) throw new Problem(404, "No such badge.");
      const headers = {
        ...headersOf("image/svg+xml", 30),
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      };
      return new Response(badgeOf(one.name, standOf(one, await requested.ports.horizon())), { headers });
    },
  }),
];

/**
 * The state that the target's kind reports. It is unknown before the first poll, while the target is disabled or
 * failing, and if the last verdict is too old.
 */
function standOf(one: Target, horizon: Horizon): Stand {
  const { kind: name, state, consecutiveFaults, enabled } = one;
  const kind = targetKinds[name];
  if (kind === undefined || state === null || !enabled || consecutiveFaults >= FAILING_AFTER) return "unknown";
  if (provedAt({ kind: name, state, lastOkAt: 0 }) === null || unknownSinceOf(one, horizon) !== null) return "unknown";
  return isLive(kind, state) ? "on" : "off";
}
