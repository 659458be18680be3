import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Jar } from "../support/jar.ts";
import { platform, type Platform } from "../support/platform.ts";
import { runs } from "../support/runs.ts";
import { TOKEN } from "../support/setting.ts";

// Generated services: every answer of every operation, changing over hours, compared with what can be known about each
// creator.

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);
const BOUND = 10 * MINUTE;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  // A call that hangs also ends in fake time.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(new DOMException("too late", "TimeoutError")), ms);
    return ending.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ANSWERS = [
  "truth",
  "empty",
  "null",
  "unlisted",
  "html",
  "nothing",
  "401",
  "404",
  "428",
  "429",
  "500",
  "hang",
] as const;
type Answer = (typeof ANSWERS)[number];

const OPERATIONS = ["live.check", "live.info", "user.info", "user.resolve"] as const;
type Operation = (typeof OPERATIONS)[number];

const PEOPLE = ["Zoe", "Yan", "Xia", "Wim", "Vic"];

/**
 * A phase of the service in minutes. `of` are the creators whose live checks are affected, `live` those who are live.
 */
interface Phase {
  minutes: number;
  answers: Record<Operation, Answer>;
  of: number[];
  live: number[];
  ticks: boolean;
}

const some = fc.subarray(PEOPLE.map((_, place) => place));
const answer = fc.oneof(
  { weight: 2, arbitrary: fc.constant("truth" as const) },
  { weight: 3, arbitrary: fc.constantFrom(...ANSWERS) },
);

const phases: fc.Arbitrary<Phase[]> = fc.array(
  fc.record({
    minutes: fc.integer({ min: 2, max: 26 }),
    answers: fc.record({ "live.check": answer, "live.info": answer, "user.info": answer, "user.resolve": answer }),
    of: fc.oneof(fc.constant(PEOPLE.map((_, place) => place)), some),
    live: some,
    // Ticks that do not run at all.
    ticks: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
  }),
  { minLength: 5, maxLength: 8 },
);

interface Call {
  operation: Operation;
  who: number;
  /** Tick time, and how long after it the call was made, milliseconds. */
  tick: number;
  after: number;
  proved: boolean;
}

const json = (body: object | string, status = 200, headers = {}) => ({
  status,
  body: typeof body === "string" ? body : JSON.stringify(body),
  headers,
});

function answered(answer: Answer, truth: object) {
  switch (answer) {
    case "truth":
      return json(truth);
    case "empty":
      return json({ code: 0, data: { data: [] } });
    case "null":
      return json({ code: 0, data: null });
    case "unlisted":
      return json({ code: 0, data: { data: [{ alive: "perhaps", room_id: 1 }] } });
    case "html":
      return json("<html>Just a moment…</html>");
    case "nothing":
      return json("");
    case "hang":
      return new Promise<never>(() => undefined);
    case "429":
      return json({}, 429, { "retry-after": "240" });
    default:
      return json({}, Number(answer));
  }
}

class World {
  phase: Phase = {
    minutes: 0,
    answers: { "live.check": "truth", "live.info": "truth", "user.info": "truth", "user.resolve": "truth" },
    of: [],
    live: [],
    ticks: true,
  };
  now = START;
  readonly calls: Call[] = [];
  /** The tick time of each creator's last verdict; 0 for none. */
  readonly proof = PEOPLE.map(() => 0);
  board = "";

  outside(url: string, body: string) {
    if (url.startsWith("https://discord.com/")) {
      if (url.includes("/board")) {
        const { content, embeds = [] } = JSON.parse(body);
        this.board = [content, ...embeds.flatMap((one: any) => [one.title, one.description])].join("\n");
      }
      return json({ id: /\/messages\/(\d+)/.exec(url)?.[1] ?? "1" });
    }
    const operation = /\/api\/v1\/\/(\w+)\/(\w+)/.exec(url)!.slice(1, 3).join(".") as Operation;
    const who = Number(/user_id=7(\d+)/.exec(url)?.[1] ?? -1);
    const concerned = operation !== "live.check" || this.phase.of.includes(who);
    const answer = concerned ? this.phase.answers[operation] : "truth";
    const proved = operation === "live.check" && answer === "truth";
    if (proved) this.proof[who] = this.now;
    this.calls.push({ operation, who, tick: this.now, after: Date.now() - this.now, proved });
    const on = this.phase.live.includes(who);
    const truth = {
      "live.check": { code: 0, data: { data: [{ alive: on, room_id: on ? `71${who}` : 0 }] } },
      "live.info": { code: 0, data: { room: { title: "Songs", user_count: 12 } } },
      "user.info": { code: 0, data: { user: { nickname: "Nick" } } },
      "user.resolve": { code: 0, data: { user: { user_id: "799", unique_id: "una" } } },
    }[operation];
    return answered(answer, truth);
  }
}

interface Places {
  ids: string[];
  key: string;
  jar: Jar;
}

async function furnished(world: World): Promise<{ cloud: Platform; places: Places }> {
  const cloud = await platform({ PUBLIC_URL: "http://127.0.0.1:8787" });
  cloud.outside = (url, body) => world.outside(url, body);
  const rows = PEOPLE.map((name, place) => ({
    kind: "live",
    name,
    params: { userId: `7${place}` },
    settings: { graceSeconds: 0, confirmOff: 1 },
  }));
  const { body } = await cloud.api("POST", "/v1/targets/import", rows);
  await cloud.api("POST", "/v1/targets/import", [{ kind: "live", name: "Una", params: { handle: "una" } }]);
  const settings = { url: "https://discord.com/api/webhooks/1001/board" };
  const channel = await cloud.api("POST", "/v1/channels", { kind: "discord", name: "stage", settings });
  await cloud.api("POST", "/v1/boards", { name: "Stage", channelId: channel.body.id });
  const { key } = (await cloud.api("POST", "/v1/feed-keys", { name: "All" })).body;
  const jar = new Jar((request) => cloud.send(request));
  await jar.send("/sign-in", { token: TOKEN });
  return { cloud, places: { ids: body.items.map(({ id }: { id: string }) => id), key, jar } };
}

/** The text from each of these starts to the end of its entry. */
const piecesOf = (text: string, begin: RegExp): string[] =>
  text
    .split(begin)
    .slice(1)
    .map((piece) => piece.split(/<\/li>|<\/tr>/)[0]!);

/** What each place claims about creators by name: that they are live, or that they are not. */
async function claims(cloud: Platform, { ids, key, jar }: Places, world: World): Promise<Record<string, string[]>> {
  const page = async (path: string) => (await jar.open(path)).text();
  const isBlind = (text: string) => /<h1>\s*(We can&#39;t tell|Not checked yet)/.test(text);
  const among = (pieces: string[], claim: (piece: string) => boolean) =>
    PEOPLE.filter((name) => pieces.some((piece) => piece.includes(name) && claim(piece)));
  const found: Record<string, string[]> = {};
  const targets = (await cloud.api("GET", "/v1/targets?limit=200")).body.items;
  found["api"] = targets.filter((one: any) => one.status.unknownSince === null).map(({ name }: any) => name);
  const { liveNow } = (await cloud.api("GET", "/v1/status")).body;
  found["status"] = liveNow.filter((one: any) => one.unknownSince === null).map(({ name }: any) => name);
  for (const [path, begin] of [
    ["/", /<li class="card on-card/],
    ["/wall", /<li class="card tile/],
  ] as const) {
    const text = await page(path);
    const live = isBlind(text) ? [] : among(piecesOf(text, begin), (piece) => piece.startsWith('"'));
    const nobody = /<h1>\s*No one is live/.test(text);
    found[path.slice(0, 7)] = nobody ? PEOPLE : live;
    if (/<h1>\s*\d+ live/.test(text)) expect(live).toHaveLength(Number(/<h1>\s*(\d+) live/.exec(text)![1]));
  }
  const people = piecesOf(await page(`/shared?key=${key}`), /<li class="person /);
  found["shared"] = among(people, (piece) => /^(?:live|offline)"/.test(piece));
  const rows = piecesOf(await page("/creators"), /<tr>/);
  found["rows"] = among(rows, (piece) => /class="state (red|soft)"/.test(piece) && !/Not checked yet/.test(piece));
  for (const [place, id] of ids.entries()) {
    const hero = (await page(`/creators/${id}`)).split('id="head"')[1]!.split("</h1>")[1]!.slice(0, 1500);
    if (/class="state (red|soft)"/.test(hero) && !hero.includes("Not checked yet"))
      (found["page"] ??= []).push(PEOPLE[place]!);
    const badge = (await cloud.api("GET", `/badge/${id}.svg?key=${key}`)).body;
    if (!String(badge).includes("unknown")) (found["badge"] ??= []).push(PEOPLE[place]!);
  }
  const calendar = String((await cloud.api("GET", `/feeds/live.ics?key=${key}`)).body);
  found["calendar"] = PEOPLE.filter((name) => calendar.includes(`SUMMARY:${name} is live`));
  const lines = world.board.split("\n");
  found["board"] = /We can't tell who/.test(world.board)
    ? []
    : /No one is live/.test(world.board)
      ? PEOPLE
      : PEOPLE.filter((name) => lines.some((line) => line.includes(name) && !line.includes("unknown since")));
  return found;
}

test("no place claims a state whose last proof is too old, and optional calls delay no live check", async () => {
  const met = { stale: 0, fresh: 0, mixed: 0, blind: 0, hung: 0, healthy: 0 };
  await fc.assert(
    fc.asyncProperty(phases, async (all) => {
      vi.setSystemTime(START);
      const world = new World();
      const { cloud, places } = await furnished(world);
      const watchUntil = async () => {
        expect(await cloud.tick(world.now)).toBe(true);
      };
      await watchUntil();
      for (const phase of all) {
        world.phase = phase;
        let requested = 0;
        for (let minute = 1; minute <= phase.minutes; minute++) {
          world.now += MINUTE;
          vi.setSystemTime(world.now);
          const before = world.calls.length;
          if (phase.ticks) await watchUntil();
          const fresh = world.calls.slice(before);
          // If the checks themselves are answered, none is later than optional calls may take.
          if (phase.answers["live.check"] !== "hang")
            for (const one of fresh.filter(({ operation }) => operation === "live.check"))
              expect(one.after).toBeLessThanOrEqual(3000);
          requested += fresh.length;
          const last = minute === phase.minutes;
          if (!last && minute !== 12) continue;
          vi.setSystemTime(Math.max(world.now, Date.now()));
          const stale = PEOPLE.filter((_, place) => world.now - world.proof[place]! >= BOUND);
          const found = await claims(cloud, places, world);
          for (const [place, named] of Object.entries(found)) {
            // Without ticks no board is edited. It shows its age.
            if (place === "board" && !phase.ticks) continue;
            const claimed = named.filter((name) => stale.includes(name));
            const text = place === "board" ? world.board : "";
            expect({ place, claimed, text }).toEqual({ place, claimed: [], text });
          }
          // A recently proven state is known, so nothing is unknown too soon.
          const sure = PEOPLE.filter((_, place) => world.now - world.proof[place]! < BOUND - MINUTE);
          expect(sure.filter((name) => !found["api"]!.includes(name))).toEqual([]);
          const { reasons } = await cloud.health(world.now);
          const everProven = world.proof.filter((at) => at > 0).length;
          if (stale.length >= 3 && stale.length * 2 >= everProven && minute >= 3) expect(reasons).not.toEqual([]);
          met.stale += stale.length > 0 ? 1 : 0;
          met.fresh += stale.length === 0 ? 1 : 0;
          met.mixed += stale.length > 0 && stale.length < PEOPLE.length ? 1 : 0;
          met.blind += stale.length === PEOPLE.length ? 1 : 0;
          met.healthy += reasons.length === 0 ? 1 : 0;
        }
        met.hung += requested > 0 && phase.answers["live.info"] === "hang" && phase.live.length > 0 ? 1 : 0;
        // Failures of an optional operation change no schedule: answered checks come every minute.
        const calm = phase.answers["live.check"] === "truth" && phase.ticks && phase.minutes > 20;
        if (calm) {
          const late = world.calls.filter(
            ({ operation, tick }) => operation === "live.check" && tick > world.now - 4 * MINUTE,
          );
          for (const [place] of PEOPLE.entries()) expect(late.filter(({ who }) => who === place)).toHaveLength(4);
        }
      }
    }),
    { numRuns: runs(150, 6), seed: Number(process.env["SEED"] ?? 7), endOnFailure: true },
  );
  expect(Object.entries(met).filter(([, count]) => count === 0)).toEqual([]);
});
