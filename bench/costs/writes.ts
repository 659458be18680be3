import { targetOf } from "../../test/support/full-world.ts";
import { resources } from "../../src/resources/registry.ts";
import { later } from "./world.ts";

/** A write of the API with its most expensive body. */
export interface Write {
  method: string;
  /** The path as the registry has it. */
  path: string;
  address: string;
  body?: string;
}

const CHANNEL = "ch_00001";
const live = targetOf("live");
const hook = (name: string) => ({ kind: "webhook", name, settings: { url: "https://hooks.example.com/receive" } });

/** For each resource: a body that creates one, its ID in the world, and a patch. */
const RESOURCES = (now: number): Record<string, { created: object; id: string; change: object }> => ({
  watchlists: { created: { name: "New" }, id: "wl_00002", change: { name: "Other" } },
  targets: {
    created: { kind: "live", name: "New", params: { userId: "99000001" } },
    id: targetOf("live").replace(/0$/, "2"),
    change: { name: "Other" },
  },
  channels: { created: hook("New"), id: "ch_00002", change: { name: "Other" } },
  subscriptions: {
    created: { name: "New", channelId: CHANNEL, events: ["*"] },
    id: "sub_00002",
    change: { name: "Other" },
  },
  digests: {
    created: { name: "New", channelId: CHANNEL, schedule: "0 9 * * 1", period: "P7D", timezone: "UTC" },
    id: "dig_00002",
    change: { name: "Other" },
  },
  boards: { created: { name: "New", channelId: CHANNEL }, id: "brd_00002", change: { name: "Other" } },
  silences: { created: { type: "live.*", until: later(now) }, id: "sil_00002", change: { reason: "Other" } },
  goals: { created: { targetId: live.replace(/00000$/, "04000"), hours: 40 }, id: "goal_00002", change: { hours: 41 } },
  "feed-keys": { created: { name: "New", watchlistId: null }, id: "fdk_00002", change: { name: "Other" } },
});

const ROWS = 10_000;

/** The maximum number of new targets of an import. */
const imported = (): string =>
  JSON.stringify(
    Array.from({ length: ROWS }, (_, n) => ({
      kind: "live",
      name: `Imported ${n}`,
      params: { userId: String(88_000_000 + n) },
      watchlist: `List ${n % 40}`,
    })),
  );

const renamed = (exported: string): string =>
  exported.replaceAll(/"name":"Creator (\d+)"/g, (_, number) => `"name":"Renamed ${number}"`);

/** Every write of the scope `write`, in an order in which each is valid once. */
export function writesOf(now: number, exported: string): Write[] {
  const all = RESOURCES(now);
  const day = (ago: number) => new Date(now - ago * 86_400_000).toISOString();
  const json = (method: string, path: string, body?: object, id = "none"): Write => ({
    method,
    path,
    address: path.replace(/\{\w+\}/, id),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return [
    ...resources.flatMap(({ name }) => {
      const one = all[name];
      if (one === undefined) return [];
      const at = `/v1/${name}`;
      return [json("POST", at, one.created), json("PATCH", `${at}/{id}`, one.change, one.id)];
    }),
    json("POST", "/v1/targets/{id}/poll", undefined, live),
    json("POST", "/v1/channels/{id}/test", undefined, CHANNEL),
    json("POST", "/v1/channels/{id}/replay-dead", undefined, CHANNEL),
    json("POST", "/v1/subscriptions/preview", { subscriptionId: "sub_00001" }),
    json("POST", "/v1/subscriptions/backtest", { subscriptionId: "sub_00000", since: day(30), until: day(0) }),
    json("POST", "/v1/deliveries/{id}/replay", undefined, "dlv_11"),
    json("POST", "/v1/digests/{id}/preview", { period: "lastMonth" }, "dig_00001"),
    json("POST", "/v1/digests/{id}/run", undefined, "dig_00001"),
    json("POST", "/v1/upstream/probe", { operation: "live.check", params: { userId: "7012" } }),
    { method: "PUT", path: "/v1/config", address: "/v1/config?dryRun=true", body: renamed(exported) },
    { method: "PUT", path: "/v1/config", address: "/v1/config", body: renamed(exported) },
    {
      method: "POST",
      path: "/v1/targets/import",
      address: "/v1/targets/import?createWatchlists=true",
      body: imported(),
    },
    ...resources
      .toReversed()
      .filter(({ name }) => all[name] !== undefined)
      .map(({ name }) => ({
        method: "DELETE",
        path: `/v1/${name}/{id}`,
        address: `/v1/${name}/${all[name]!.id}?cascade=true`,
      })),
  ];
}
