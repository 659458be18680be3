import { DAY_MS } from "../../src/core/duration.ts";
import { deliveryStatuses } from "../../src/core/delivery.ts";
import { addedName } from "../../src/features/plan/plan.ts";
import { resources } from "../../src/resources/registry.ts";
import { OTHER_KINDS } from "./hostile-targets.ts";
import { firstOf, targetOf } from "./full-world.ts";

type Addresses = Record<string, string[]>;

const requested = (path: string, ...queries: string[]): Addresses => ({ [path]: queries.map((query) => path + query) });

const at = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString();

const LONG_AGO = `since=${at(900)}&until=${at(800)}`;
const A_DAY = `since=${at(20)}&until=${at(19)}`;

/** Filters of the list of events with many matches, few matches, and none. */
const OF_EVENTS = [
  "",
  "?limit=200",
  "?type=live.*&limit=200",
  "?type=live.started&limit=200",
  "?type=hashtag.gone",
  "?type=live.no_show",
  "?type=upstream.*",
  `?${A_DAY}&limit=200`,
  `?${LONG_AGO}`,
  `?type=ranking.*&${A_DAY}`,
  `?until=${at(25)}`,
];

const FEW_OF_EVENTS = ["", "?type=live.*&limit=200", "?type=live.no_show", `?type=ranking.*&${A_DAY}`];

const OVERLAPPING = `?overlapping=true&${A_DAY}&limit=200`;

const OF_BROADCASTS = ["", `?${A_DAY}`, `?until=${at(25)}&limit=200`, OVERLAPPING];

/** The same, each combined with one more parameter. */
const also = (queries: string[], more: string): string[] =>
  queries.map((query) => (query === "" ? `?${more}` : `${query}&${more}`));

/** An id that does not exist. */
const PICTURE = `${"a".repeat(24)}-lives`;

/** Records that others are about, or that have another id than the first of their resource. */
const STORED: Record<string, string> = { targets: targetOf("live"), goals: "goal_00010" };

const stored = (): Addresses =>
  Object.assign(
    {},
    ...resources.map((one) => ({
      ...requested(`/v1/${one.name}`, "?limit=200"),
      [`/v1/${one.name}/{id}`]: [`/v1/${one.name}/${STORED[one.name] ?? firstOf(one)}`],
    })),
  ) as Addresses;

const OF_TARGETS = [
  "",
  "?limit=200",
  "?kind=ranking&limit=200",
  "?enabled=false&limit=200",
  "?enabled=true&limit=200",
  "?watchlistId=wl_00001&limit=200",
  "?watchlistId=wl_00001&kind=products&enabled=false",
  "?q=creator&limit=200",
  "?q=tor+0590",
  "?q=nobody+is+called+so",
  "?q=hashtag+004&kind=hashtag",
  "?q=creator+0590&kind=products",
  "?q=creator&enabled=false&watchlistId=wl_00001",
];

const OF_DELIVERIES = [
  "",
  "?limit=200",
  ...deliveryStatuses.map((status) => `?status=${status}&limit=200`),
  "?channelId=ch_00001&limit=200",
  "?channelId=ch_none",
  "?channelId=ch_00001&status=dead",
  "?channelId=ch_00009&status=pending",
  "?eventId=evt_live_3",
  "?eventId=evt_none",
  "?eventId=evt_live_3&status=held",
  "?eventId=evt_live_3&channelId=ch_00002",
];

/**
 * Every operation that reads, by path, with addresses to request in a full world: each filter with many, few and no
 * matches. `key` is a feed key.
 */
export const apiAddresses = (key: string): Addresses => ({
  ...stored(),
  ...Object.assign(
    {},
    ...["/healthz", "/v1/upstream/account", "/v1/settings", "/openapi.json", "/docs"].map((path) =>
      requested(path, ""),
    ),
  ),
  ...requested("/metrics", "", "?targets=true"),
  ...requested("/v1/upstream/operations", "", "?limit=5"),
  "/problems/{sort}": ["/problems/conflict"],
  ...requested(
    "/v1/plan",
    "",
    `?addLive=100&${OTHER_KINDS.map((kind) => `${addedName(kind)}=1`).join("&")}&pollsPerMinute=50&intervalSeconds=30&openTabs=2&viewers=3`,
  ),
  ...requested("/v1/status", "", "?watchlistId=wl_00001", "?watchlistId=wl_default"),
  ...requested("/v1/targets", ...OF_TARGETS),
  ...requested(
    "/v1/events",
    ...OF_EVENTS,
    ...["watchlistId=wl_default", "watchlistId=wl_00002", "targetId=tgt_none"].flatMap((more) =>
      also(FEW_OF_EVENTS, more),
    ),
    ...also(FEW_OF_EVENTS, `targetId=${targetOf("live")}&watchlistId=wl_00002`),
  ),
  "/v1/events/{id}": ["/v1/events/evt_live_3"],
  ...requested("/v1/sessions", ...OF_BROADCASTS, ...also(OF_BROADCASTS, "watchlistId=wl_00002")),
  "/v1/targets/{id}/events": OF_EVENTS.map((query) => `/v1/targets/${targetOf("live")}/events${query}`),
  "/v1/targets/{id}/sessions": ["?limit=200"].map((query) => `/v1/targets/${targetOf("live")}/sessions${query}`),
  "/v1/targets/{id}/samples": [
    ["live", "viewers"],
    ["hashtag", "views:*"],
  ].flatMap(([kind, series]) =>
    ["?limit=200", `?${A_DAY}`, `?series=${series}`, "?series=*"].map(
      (query) => `/v1/targets/${targetOf(kind!)}/samples${query}`,
    ),
  ),
  ...requested("/v1/deliveries", ...OF_DELIVERIES),
  "/v1/deliveries/{id}": ["/v1/deliveries/dlv_0"],
  ...requested("/v1/audit", "?limit=200"),
  ...requested("/v1/sign-ins", "?limit=200"),
  ...requested("/feeds/live.ics", `?key=${key}`),
  ...requested("/feeds/forecast.ics", `?key=${key}`),
  ...requested("/feeds/events.atom", `?key=${key}`),
  "/badge/{targetId}.svg": [`/badge/${targetOf("live")}.svg?key=${key}`],
  ...Object.fromEntries(
    ["png", "svg", "csv"].map((type) => [`/pictures/{key}.${type}`, [`/pictures/${PICTURE}.${type}`]]),
  ),
});
