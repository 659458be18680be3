import { expect, test } from "vitest";
import type { Digest } from "../../src/features/digests/resource/digest.ts";
import { issueDue, type Issue } from "../../src/features/digests/edition/start-editions.ts";
import { nextTime } from "../../src/core/schedule.ts";
import { runs } from "../support/runs.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The time on a wall clock. */
interface Wall {
  day: string;
  minute: number;
}

function clockIn(timezone: string): (at: number) => Wall {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "short" });
  return (at) => {
    const [day = "", time = ""] = format.format(at).split(" ");
    return { day, minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) };
  };
}

/** Patterns with their meaning without cron: minutes of a local day. */
const patterns: Record<string, (day: Date) => number[]> = {
  "0 9 * * 1": (day) => (day.getUTCDay() === 1 ? [540] : []),
  "30 2 * * *": () => [150],
  "0 0 1 * *": (day) => (day.getUTCDate() === 1 ? [0] : []),
  "*/20 0-3 * * *": () => Array.from({ length: 12 }, (_, index) => index * 20),
};

const strange = ["Europe/Berlin", "Australia/Lord_Howe", "Africa/Casablanca"];
const zones = process.env["LONG"] ? [...strange, "America/New_York", "America/Santiago"] : strange.slice(0, 2);

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A store that creates each edition once, and counts. */
class Memory {
  digest: Digest;
  readonly made: { id: string; to: number; from: number; passedOver: number }[] = [];

  constructor(digest: Digest) {
    this.digest = digest;
  }

  readonly deps = {
    dueDigests: async (now: number) => ({
      digests: this.digest.nextAt !== null && this.digest.nextAt <= now ? [this.digest] : [],
      unwritten: [],
    }),
    digestLists: async () => [],
    issue: async (issues: Issue[]) => {
      for (const { was, next, editions } of issues) {
        if (this.digest.nextAt !== was) continue;
        this.made.push(...editions.map(({ digest, ...one }) => ({ ...one, passedOver: digest.passedOver ?? 0 })));
        this.digest = { ...this.digest, nextAt: next };
      }
    },
    order: async () => true,
  };
}

/** Ticks with gaps of up to days, duplicates, and some that are late or out of order. */
function* ticks(from: number, until: number, random: () => number): Generator<number> {
  for (let at = from; at < until;) {
    yield at;
    const dice = random();
    if (dice < 0.02) yield at;
    if (dice > 0.98) yield at - Math.floor(random() * 3) * MINUTE;
    const minutes = dice < 0.001 ? 60 * 24 * 3 * random() : dice < 0.05 ? 90 : 1 + random() * 20;
    at += Math.ceil(minutes) * MINUTE;
  }
}

/** Each time of the pattern by the wall clock: the first occurrence, or the first minute after a skipped time. */
function* expected(timezone: string, minutesOf: (day: Date) => number[], from: number, until: number) {
  const clock = clockIn(timezone);
  for (let noon = Math.floor(from / DAY) * DAY - DAY; noon < until + DAY; noon += DAY) {
    const date = new Date(noon);
    const day = date.toISOString().slice(0, 10);
    for (const minute of minutesOf(date)) {
      // At most fourteen hours east and twelve west.
      const guess = noon + minute * MINUTE;
      let at: number | null = null;
      for (let offset = -14 * 60; offset <= 12 * 60; offset += 15) {
        const displayed = clock(guess + offset * MINUTE);
        if (displayed.day === day && displayed.minute === minute) {
          at = guess + offset * MINUTE;
          break;
        }
      }
      for (let step = guess - 14 * 60 * MINUTE; at === null; step += MINUTE) {
        const displayed = clock(step);
        if (displayed.day > day || (displayed.day === day && displayed.minute > minute)) at = step;
      }
      if (at > from && at <= until) yield at;
    }
  }
}

const digestOf = (pattern: string, timezone: string, from: number, period: string | null = null): Digest => ({
  id: "dig_1",
  name: "Movers",
  channelId: "ch_1",
  language: null,
  watchlistId: null,
  perWatchlist: false,
  schedule: pattern,
  timezone,
  period,
  sections: ["lives"],
  enabled: true,
  nextAt: nextTime({ pattern, timezone }, from),
  createdAt: from,
  updatedAt: 0,
  revision: 0,
});

/** What consecutive ticks should start: the latest time since the previous tick, and the number of earlier ones. */
function modelOf(times: number[], nows: number[]): { to: number; passedOver: number }[] {
  const editions: { to: number; passedOver: number }[] = [];
  let notified = 0;
  for (const now of nows) {
    const passed = times.filter((at, index) => index >= notified && at <= now).length;
    if (passed > 0) editions.push({ to: times[notified + passed - 1]!, passedOver: passed - 1 });
    notified += passed;
  }
  return editions;
}

test.each(zones)("ten years in %s: one digest for what came due, of the latest time", async (timezone) => {
  const from = Date.UTC(2026, 0, 1);
  const until = from + Math.round((runs(10, 0.4) * 3652.5 * DAY) / 10 / MINUTE) * MINUTE;
  for (const [pattern, minutesOf] of Object.entries(patterns)) {
    const random = seeded(pattern.length * 7919 + timezone.length);
    const memory = new Memory(digestOf(pattern, timezone, from));
    const nows = [...ticks(from, until, random), until];
    for (const now of nows) await issueDue(now, memory.deps);
    const wanted = modelOf([...new Set(expected(timezone, minutesOf, from, until))], nows);
    expect(memory.made.map(({ to, passedOver }) => ({ to, passedOver }))).toEqual(wanted);
    expect(new Set(memory.made.map(({ id }) => id)).size).toBe(wanted.length);
    // Each begins where the one before it ends: nothing is told twice, nothing is left out.
    for (const [index, { from: begin }] of memory.made.entries())
      if (index > 0) expect(begin).toBe(memory.made[index - 1]!.to);
  }
});

test("ten days without a tick are one hourly digest", async () => {
  const from = Date.UTC(2026, 0, 1, 0, 30);
  const back = from + 10 * DAY;
  const gap = new Memory(digestOf("0 * * * *", "UTC", from));
  const fixed = new Memory(digestOf("0 * * * *", "UTC", from, "PT1H"));
  for (const memory of [gap, fixed]) for (const now of [back, back + MINUTE]) await issueDue(now, memory.deps);
  const to = Math.floor(back / (60 * MINUTE)) * 60 * MINUTE;
  expect(gap.made).toMatchObject([{ to, from: from - 30 * MINUTE, passedOver: 239 }]);
  expect(fixed.made).toMatchObject([{ to, from: to - 60 * MINUTE, passedOver: 239 }]);
});
