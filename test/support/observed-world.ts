import { expect, vi } from "vitest";
import type { ObservedModel, Span } from "./observed-model.ts";
import { platform } from "./platform.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const GOAL_HOURS = 30;

interface Options {
  from: number;
  zone: string;
  /** RETENTION_DAYS. */
  retention: number;
  /** Minutes between two ticks, and two polls of a target. */
  stepMinutes: number;
  roll: () => number;
  model: ObservedModel;
}

type Met = Record<string, number>;

/** A creator of the world. */
interface Life {
  userId: string;
  /** Live during these spans. */
  streams: Span[];
  /** The service fails for this creator during these. */
  faults: Span[];
}

const OPERATIONS = {
  "stats.get": {
    method: "GET",
    path: "/stats",
    query: { who: "{who}" },
    fields: { followers: "/followers" },
  },
};

const within = (spans: Span[], at: number): boolean => spans.some(([a, b]) => at >= a && at < b);

/** Spans of generated lengths, with generated breaks. */
function spansOf(from: number, to: number, breakHours: () => number, hours: () => number): Span[] {
  const spans: Span[] = [];
  for (let at = from + breakHours() * HOUR; at < to;) {
    const end = at + hours() * HOUR;
    spans.push([at, end]);
    at = end + breakHours() * HOUR;
  }
  return spans;
}

/** A service, its creators and their watchlist, polled every five minutes while nothing is in the way. */
export async function observedWorld({ from, zone, retention, stepMinutes, roll, model }: Options) {
  const STEP = stepMinutes * MINUTE;
  const until = from + 60 * DAY;
  const between = (least: number, most: number): number => least + roll() * (most - least);
  const life = (userId: string, breaks: [number, number], hours: [number, number]): Life => ({
    userId,
    streams: spansOf(
      from - DAY,
      until,
      () => between(...breaks),
      () => between(...hours),
    ),
    faults: spansOf(
      from,
      until,
      () => between(20, 90),
      () => between(0.05, 2),
    ),
  });
  const lives = [
    life("7001", [10, 30], [1, 6]),
    { ...life("7002", [1, 1], [1, 1]), streams: [[from - DAY, until] as Span] },
    life("7003", [10, 20], [2, 5]),
    life("7004", [5, 20], [1, 3]),
    life("7005", [8, 20], [1, 8]),
    life("7006", [12, 40], [0.2, 1]),
    { userId: "7099", streams: [], faults: [[from - DAY, until] as Span] },
    ...Array.from({ length: 6 }, (_, n) => ({ userId: `71${n}0`, streams: [] as Span[], faults: [] as Span[] })),
  ];
  const of = new Map(lives.map((one) => [one.userId, one]));
  // Nobody ticks while the machine sleeps; the service answers 500 in an outage.
  const sleeps = spansOf(
    from,
    until,
    () => between(6, 40),
    () => between(0.05, 1.6),
  );
  const outages = spansOf(
    from,
    until,
    () => between(30, 90),
    () => between(0.1, 3),
  );
  let now = from;
  const placeOf = (at: number): number | null => {
    const turn = Math.floor((at - from) / (3 * HOUR + 20 * MINUTE));
    const seed = Math.imul(turn + 17, 0x9e3779b1) >>> 0;
    return seed % 9 === 0 ? null : 1 + (seed % 60);
  };
  const viewsOf = (at: number): number => 50_000 + Math.floor((at - from) / HOUR) * 130;
  const followersOf = (at: number): number => 1000 + Math.floor((at - from) / (2.6 * DAY)) * 200;
  /** What answered polls of the record saw. */
  const followers: { at: number; value: number }[] = [];
  const cloud = await platform({
    RETENTION_DAYS: String(retention),
    UPSTREAM_OPERATIONS: JSON.stringify(OPERATIONS),
    LIMITS: "local",
  });
  cloud.outside = (url) => {
    if (!url.startsWith("https://upstream.example")) return { status: 204, body: "" };
    const asked = new URL(url);
    if (within(outages, now)) return { status: 500, body: "{}" };
    const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) });
    const userId = asked.searchParams.get("user_id") ?? "";
    if (asked.pathname.endsWith("/live/check")) {
      const one = of.get(userId)!;
      if (within(one.faults, now)) return { status: 404, body: "{}" };
      const on = within(one.streams, now);
      for (const watched of model.of(userId)) watched.polls.push({ at: now, on });
      const room = on ? Math.floor(one.streams.find(([a, b]) => now >= a && now < b)![0] / 1000) : 0;
      return ok({ code: 0, data: { data: [{ alive: on, room_id: room }] } });
    }
    if (asked.pathname.endsWith("/live/ranking/list")) {
      const place = placeOf(now);
      for (const watched of model.of(userId)) watched.places.push({ at: now, place });
      const entrance = { rank_type: 8, owner_on_rank: place !== null, owner_rank_idx: place ?? 0, reset_time: 0 };
      const data = { entrances: [entrance], tabs: [{ rank_type: 8, title: "Daily" }] };
      return ok({ code: 0, data: { data: [{ group_type: 1, data }] } });
    }
    if (asked.pathname === "/stats") {
      followers.push({ at: now, value: followersOf(now) });
      return ok({ followers: followersOf(now) });
    }
    const info = { cid: "31044218", cha_name: "knit", search_cha_name: "knit", view_count: viewsOf(now), use_count: 5 };
    return ok({ code: 0, data: { challenge_list: [{ challenge_info: info }], has_more: 0, cursor: 20 } });
  };
  const call = async (method: string, path: string, body?: unknown, status = 200) => {
    const answer = await cloud.api(method, path, body);
    expect([path, answer.status, answer.status === status ? null : answer.body]).toEqual([path, status, null]);
    return answer.body;
  };
  /** Sends a request at `now`, however long earlier ones took: reports pause. */
  const requested = (method: string, path: string, body?: unknown) => {
    vi.setSystemTime(now);
    return call(method, path, body);
  };
  const add = async (userId: string): Promise<string> => {
    const target = { kind: "live", name: `c${userId}`, params: { userId }, intervalSeconds: 300 };
    const { id, createdAt } = await call("POST", "/v1/targets", target, 201);
    model.add(id, userId, Date.parse(createdAt));
    return id as string;
  };
  await cloud.tick(from);
  await call("PUT", "/v1/settings", { timezone: zone });
  const ids = new Map<string, string>();
  for (const { userId } of lives) if (userId !== "7004") ids.set(userId, await add(userId));
  const other = { intervalSeconds: 300 };
  await call(
    "POST",
    "/v1/targets",
    { kind: "ranking", name: "r", params: { roomId: "71", userId: "7001" }, ...other },
    201,
  );
  await call(
    "POST",
    "/v1/targets",
    { kind: "hashtag", name: "h", params: { keyword: "knit", region: "US" }, ...other },
    201,
  );
  const record = { kind: "record", name: "s", params: { operation: "stats.get", values: { who: "maria" } }, ...other };
  await call("POST", "/v1/targets", record, 201);
  const goal = await call("POST", "/v1/goals", { watchlistId: "wl_default", hours: GOAL_HOURS }, 201);
  const goalAt = Date.parse(goal.createdAt ?? new Date(from).toISOString());
  const hook = { kind: "webhook", name: "w", settings: { url: "https://hooks.example.com/x" } };
  const channel = await call("POST", "/v1/channels", hook, 201);
  const sections = ["lives", "records"];
  const digests = await Promise.all(
    [7, 1].map(async (days) => {
      const body = { name: `${days}`, channelId: channel.id, schedule: "0 9 * * 1", timezone: zone, sections };
      return { days, id: (await call("POST", "/v1/digests", { ...body, period: `P${days}D` }, 201)).id as string };
    }),
  );

  /** Things that people do, by the step at which they do them. */
  const acts = new Map<number, () => Promise<unknown>>();
  const act = (day: number, what: () => Promise<unknown>) =>
    acts.set(from + Math.round((day * DAY) / STEP) * STEP, what);
  act(3.3, async () => ids.set("7004", await add("7004")));
  act(5.2, async () => {
    const id = ids.get("7003")!;
    await call("DELETE", `/v1/targets/${id}?cascade=true`, undefined, 204);
    model.creators.get(id)!.removedAt = now;
  });
  const pause = (day: number, hours: number) => {
    const one = () => model.creators.get(ids.get("7005")!)!;
    act(day, async () => {
      await call("PATCH", `/v1/targets/${one().id}`, { enabled: false });
      one().pauses.push([now, Infinity]);
    });
    act(day + hours / 24, async () => {
      await call("PATCH", `/v1/targets/${one().id}`, { enabled: true });
      one().pauses.at(-1)![1] = now;
    });
  };
  for (const [day, hours] of [
    [1.5, 5],
    [4, 0.1],
    [9, 30],
    [20, 0.2],
    [33, 50],
  ] as const)
    pause(day, hours);

  const month = (day: string): Span => {
    const [year, number] = day.split("-").map(Number) as [number, number];
    const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, "0")}-01`;
    return [model.midnight(`${day.slice(0, 7)}-01`), model.midnight(next)];
  };
  const before = (day: string): string => {
    const [year, number] = day.split("-").map(Number) as [number, number];
    return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, "0")}`;
  };
  /** The same time of the local day some days before. */
  const daysAgo = (at: number, days: number): number => {
    const midnight = model.midnight(model.day(at));
    const then = model.midnight(model.day(midnight - days * DAY + 12 * HOUR)) + at - midnight;
    return [then, then - HOUR, then + HOUR].find((one) => model.clock(one) === model.clock(at)) ?? then;
  };
  const bestOf = (places: { title: string; place: number }[]): number | null => places[0]?.place ?? null;

  return {
    async until(end: number) {
      while (now + STEP <= end) {
        now += STEP;
        if (within(sleeps, now)) continue;
        expect(await cloud.tick(now)).toBe(true);
        await acts.get(now)?.();
      }
      // Nobody may have ticked for a while.
      vi.setSystemTime(now);
    },

    /** Every number of the reports of this month and the one before, and of a range of days, as JSON and as CSV. */
    async compareReports(met: Met) {
      const today = model.day(now);
      const [first, last] = [model.day(now - 3 * DAY), model.day(now - 2 * DAY)];
      const range: Span = [model.midnight(first), model.midnight(model.day(model.midnight(last) + 30 * HOUR))];
      const days = model.days(...range).length;
      const beforeRange: Span = [model.midnight(model.day(range[0] - days * DAY + 2 * HOUR)), range[0]];
      const running = month(today);
      const past = month(`${before(today)}-01`);
      // The same part of the month before, by the wall clock.
      const wall = now - model.midnight(today);
      const sameDay = `${before(today)}-${today.slice(8)}`;
      const exists = new Date(`${sameDay}T00:00Z`).toISOString().startsWith(sameDay);
      const part: Span = [past[0], exists ? Math.min(past[1], model.midnight(sameDay) + wall) : past[1]];
      const periods: [name: string, Span, Span][] = [
        [today.slice(0, 7), running, part],
        [before(today), past, month(`${before(before(today))}-01`)],
        [`${first}/${last}`, range, beforeRange],
      ];
      for (const [name, span, compared] of periods) {
        const path = `/v1/reports/airtime?period=${name}&validDayMinutes=90`;
        const { items, totals } = await requested("GET", path);
        const wanted = [...model.creators.values()]
          .filter(({ removedAt }) => removedAt === null || removedAt > span[0])
          .map((one) => ({ ...model.row(one, span, compared, 90, now), one }));
        expect(items.map((row: { targetId: string }) => row.targetId).toSorted()).toEqual(
          wanted.map(({ targetId }) => targetId).toSorted(),
        );
        for (const { one, best, ...row } of wanted) {
          const found = items.find(({ targetId }: { targetId: string }) => targetId === row.targetId);
          const displayed = Object.fromEntries(Object.keys(row).map((field) => [field, found[field]]));
          expect([name, one.userId, displayed]).toEqual([name, one.userId, row]);
          expect([name, one.userId, bestOf(found.bestPlaces)]).toEqual([
            name,
            one.userId,
            one.userId === "7001" ? best : null,
          ]);
          if (name.length === 7) {
            const { state, hours } = model.goal(one, GOAL_HOURS, span, goalAt, now);
            expect([name, one.userId, found.goal.hours]).toEqual([name, one.userId, hours]);
            const states = state === null ? ["open", "behind"] : [state];
            expect([name, one.userId, states]).toEqual([name, one.userId, expect.arrayContaining([found.goal.state])]);
            met["goals"]! += 1;
          }
          met["reports"]! += 1;
          met["partly"]! += Number(row.coverage !== null && row.coverage > 0 && row.coverage < 1);
          met["unknown"]! += Number(row.coverage === 0);
          met["removed"]! += Number(row.removed);
          met["changes"]! += Number(row.change !== null && row.change !== 0);
          met["places"]! += Number(best !== null);
          met["gaps"]! += Number(row.seconds > 0 && row.coverage !== null && row.coverage < 1);
        }
        expect(totals.seconds).toBe(wanted.reduce((sum, { seconds }) => sum + seconds, 0));
        const csv = String(await requested("GET", `${path}&format=csv`))
          .trim()
          .split("\r\n")
          .map((line) => line.split(","));
        const column = (field: string) => csv[0]!.indexOf(field);
        for (const { targetId, seconds, coverage, change } of wanted) {
          const line = csv.find((cells) => cells[0] === targetId)!;
          const cells = ["seconds", "coverage", "change"].map((field) => line[column(field)]);
          expect(cells).toEqual([seconds, coverage, change].map((value) => (value === null ? "" : String(value))));
        }
      }
    },

    /** Digests of the last week and day: airtime, what it is compared with, and a number that seldom changes. */
    async compareDigests(met: Met) {
      for (const { id, days } of digests) {
        const { period, data } = await requested("POST", `/v1/digests/${id}/preview`, {});
        const [start, end] = [Date.parse(period.from), Date.parse(period.to)];
        const { lives: reported, records } = data;
        const all = [...model.creators.values()].filter(({ removedAt }) => removedAt === null || removedAt > start);
        const seconds = (some: typeof all, a: number, b: number) =>
          some.reduce((sum, one) => sum + model.seconds(one, a, b, now), 0);
        expect([days, Math.round(reported.airtimeMs / 1000)]).toEqual([days, seconds(all, start, end)]);
        const earlier = daysAgo(start, days);
        const compared = all.filter((one) =>
          [[start, end] as const, [earlier, start] as const].every(
            ([a, b]) => (model.coverage(one, a, b, now) ?? 0) >= 0.5,
          ),
        );
        const found = [reported.compared.creators, reported.compared.nowMs / 1000, reported.compared.beforeMs / 1000];
        const wanted = [compared.length, seconds(compared, start, end), seconds(compared, earlier, start)];
        expect([days, ...found.map(Math.round)]).toEqual([days, ...wanted]);
        const [first, last] = [start, end].map((at) => followers.findLast((one) => one.at <= at)?.value);
        const rise = records.rises[0];
        if (first !== undefined)
          expect([days, rise?.before, rise?.after]).toEqual(
            first === last ? [days, undefined, undefined] : [days, first, last],
          );
        met["digests"]! += 1;
        met["compared"]! += compared.length;
        met["rises"]! += Number(rise !== undefined);
      }
    },

    /** The streams that the history of a creator lists. */
    async compareHistories() {
      for (const one of model.creators.values()) {
        if (one.removedAt !== null) continue;
        const { items } = await call("GET", `/v1/targets/${one.id}/sessions?limit=200`);
        const live = model.live(one, now);
        for (const [index, [start, end]] of model.streams(one).entries()) {
          // Events that old may be deleted.
          if (end < now - (retention - 1) * DAY) continue;
          const found = items.find(({ startedAt }: { startedAt: string }) => Date.parse(startedAt) === start);
          expect([one.userId, start, found !== undefined]).toEqual([one.userId, start, true]);
          const seconds = Math.round(live[index]!.reduce((sum, [a, b]) => sum + b - a, 0) / 1000);
          expect([one.userId, found.startedAt, found.durationSeconds]).toEqual([one.userId, found.startedAt, seconds]);
        }
      }
    },
  };
}
