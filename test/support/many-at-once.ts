import { platform, type Platform } from "./platform.ts";

export const START = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;

/** A live check that asks for many by user id. */
const MANY = {
  path: "/check_many",
  query: { user_ids: "{userIds}" },
  most: 50,
  rows: "/data",
  rowUser: "/user_id",
  verdict: "/alive",
  room: "/room_id",
};

type Answer = { status: number; body: string } | null;

export interface ManyAtOnce {
  cloud: Platform;
  live: Set<string>;
  /** The user ids of each call to the service, oldest first. */
  asked: string[][];
  /** Answers a call in place of the service; null leaves it to that. */
  interfere: (ids: string[]) => Answer;
  /** Runs the next ticks, a minute apart. Returns the calls of each: of how many user ids. */
  ticks(count: number): Promise<number[][]>;
  /** The target with this user id. */
  target(userId: string): Promise<any>;
  events(type: string): Promise<any[]>;
}

/** Watched creators at a service that answers for many in one call. Fake timers must be on. */
export async function manyAtOnce(
  userIds: string[],
  {
    variables = {},
    definition = {},
    target = {},
  }: { variables?: Record<string, string>; definition?: object; target?: object } = {},
): Promise<ManyAtOnce> {
  const cloud = await platform({
    UPSTREAM_OPERATIONS: JSON.stringify({
      "live.check": { ...MANY, ...definition },
      "live.info": null,
      "user.info": null,
    }),
    ...variables,
  });
  let now = START;
  const world: ManyAtOnce = {
    cloud,
    live: new Set(),
    asked: [],
    interfere: () => null,
    async ticks(count) {
      const calls: number[][] = [];
      for (let n = 0; n < count; n++) {
        const before = world.asked.length;
        now += MINUTE;
        if (!(await cloud.tick(now))) throw new Error("the tick threw");
        calls.push(world.asked.slice(before).map(({ length }) => length));
      }
      return calls;
    },
    async target(userId) {
      const { body } = await cloud.api("GET", `/v1/targets?q=${userId}&limit=200`);
      return body.items.find((one: { params: { userId?: string } }) => one.params.userId === userId);
    },
    async events(type) {
      return (await cloud.api("GET", `/v1/events?type=${type}&limit=200`)).body.items;
    },
  };
  cloud.outside = (url, body) => {
    if (!url.startsWith("https://upstream.example")) return { status: 204, body: "" };
    const ids = idsIn(url, body);
    world.asked.push(ids);
    return world.interfere(ids) ?? { status: 200, body: answerFor(ids, world.live) };
  };
  const rows = userIds.map((userId) => ({ kind: "live", name: `Creator ${userId}`, params: { userId }, ...target }));
  const { body } = await cloud.api("POST", "/v1/targets/import", rows);
  if (body.summary.created !== rows.length) throw new Error(JSON.stringify(body).slice(0, 500));
  return world;
}

/** The user ids of a call, in the query, in the path or in the body. */
function idsIn(url: string, body: string): string[] {
  const query = new URL(url).searchParams.get("user_ids");
  if (query !== null) return query.split(",");
  return body.startsWith("{") ? (JSON.parse(body).ids as string[]) : url.split("/").at(-1)!.split(",");
}

/** A row for each of these creators. */
export const answerFor = (ids: string[], live: ReadonlySet<string>): string =>
  JSON.stringify({
    code: 0,
    data: ids.map((id) => ({ user_id: id, alive: live.has(id), room_id: live.has(id) ? `7${id}` : 0 })),
  });
