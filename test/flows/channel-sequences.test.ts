import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { channelKinds } from "../../src/channels/registry.ts";
import { isChat, limitsOf } from "../support/channel-kinds.ts";
import { channelWorld, START, type Answer } from "../support/channel-world.ts";
import { runs } from "../support/runs.ts";
import { fakeTime } from "../support/platform.ts";

const MINUTE = 60_000;
const SILENT = 15 * MINUTE;

fakeTime(START);

type World = Awaited<ReturnType<typeof channelWorld>>;

/** How a destination answers for a while. */
type Behaviour = "ok" | "503" | "connection" | "lost" | "slow down" | "refuses" | "not allowed" | "no key";

/** A phase with one behaviour. Creators start and end streams in its first minutes, later rarely. */
interface Spell {
  behaviour: Behaviour;
  minutes: number;
  flips: number;
}

const json = (value: object) => JSON.stringify(value);
const failed = (): never => {
  throw new Error("connection refused");
};

/** The answers of a destination of a kind. */
function answerOf(kind: string, behaviour: Behaviour): (() => Answer | "lost") | null {
  switch (behaviour) {
    case "ok":
    case "no key":
      return null;
    case "503":
      return () => ({ status: 503, body: "" });
    case "connection":
      return failed;
    case "lost":
      return () => "lost";
    case "slow down":
      return () => ({ status: 429, body: json({ retry_after: 70 }), headers: { "retry-after": "70" } });
    case "refuses":
      return () => limitsOf(kind).refuses ?? { status: 400, body: "" };
    case "not allowed":
      return () => limitsOf(kind).forbids;
  }
}

/** A rejected format is sent again as plain text, so several calls are one rejection and the end of that message. */
const isDead = (kind: string, behaviour: Behaviour) => behaviour === "refuses" && limitsOf(kind).refuses !== null;

/** The identity of a message body: programs get the event's id, people the name and start time. */
const messageIn = (kind: string, body: string): string =>
  !isChat(kind)
    ? (JSON.parse(body) as { data: { id: string } }).data.id
    : (/user (\d+)/.exec(body)?.[1] ?? "") + (/<t:(\d+)|<!date\^(\d+)/.exec(body)?.slice(1).join("") ?? body);

/** What can be known about a channel: since when nothing has arrived, and the number of consecutive rejections. */
interface Known {
  since: number | null;
  refusals: number;
  /** A key was missing meanwhile, so attempts of that time are invisible from outside. */
  hidden: boolean;
}

async function expectReport(one: World, known: Known, at: number): Promise<boolean> {
  const { failing } = await one.channel();
  const { pending = 0 } = await one.statuses();
  if (known.hidden) return failing !== null;
  const { since, refusals } = known;
  // Retries after a tick are a minute or two ahead of it.
  if (since === null || (refusals < 2 && at - since < SILENT - 2 * MINUTE)) expect(failing).toBe(null);
  else if (refusals >= 2 || (pending > 0 && at - since >= SILENT))
    expect(failing).toMatchObject({ since: new Date(since).toISOString() });
  return failing !== null;
}

/** The reports on other channels, except that the channel was disabled after 120 hours. */
const notified = ({ news }: World): string[] =>
  news.map(({ type }) => type).filter((type) => type !== "channel.disabled");

/** Finally the destination works, and a creator goes live. */
const LAST: Spell = { behaviour: "ok", minutes: 12, flips: 6 };

/** Runs phases and then a working destination, and compares reports and arrivals with what can be known. */
async function check(kind: string, spells: Spell[]): Promise<void> {
  vi.setSystemTime(START);
  const one = await channelWorld(kind);
  const sealed = await one.cloud.db
    .prepare("SELECT sealed FROM channels WHERE id = ?1")
    .bind(one.id)
    .first<{ sealed: string }>();
  const key = (text: string) =>
    one.cloud.db.prepare("UPDATE channels SET sealed = ?2 WHERE id = ?1").bind(one.id, text).run();
  const known: Known = { since: null, refusals: 0, hidden: false };
  const lost = new Set<string>();
  let died = false;
  let at = START + 3 * MINUTE;
  let reported = false;
  let forms = 0;
  for (const { behaviour, minutes, flips } of [...spells, LAST]) {
    await key(behaviour === "no key" ? "k9.AAAA.AAAA" : sealed!.sealed);
    const answer = answerOf(kind, behaviour);
    one.fail((body) => {
      // A bot's chat may be asked for a message. One that is found has arrived.
      const isQuestion = body.startsWith("channel=");
      if (answer === null) {
        Object.assign(known, { since: null, refusals: 0, hidden: false });
        return null;
      }
      known.since ??= one.now();
      if (isQuestion) return { status: 503, body: "" };
      if (behaviour === "lost") lost.add(messageIn(kind, body));
      if (isDead(kind, behaviour)) {
        died = true;
        if (forms++ % 2 === 1) known.refusals += 1;
      } else if (behaviour === "refuses" || behaviour === "not allowed") known.refusals += 1;
      return answer();
    });
    const end = at + minutes * MINUTE;
    for (let n = 0; at < end; n++) {
      await one.tick(at, n < flips);
      if (behaviour === "no key" && ((await one.statuses())["pending"] ?? 0) > 0) known.hidden = true;
      const failing = await expectReport(one, known, at);
      if (failing && reported) expect(notified(one).at(-1)).toBe("channel.failing");
      reported = failing;
      at += minutes > 60 ? 10 * MINUTE : MINUTE;
    }
    at = Math.max(at, end);
  }
  const { sent = 0, dead = 0, ...others } = await one.statuses();
  expect(others).toEqual({});
  if (!died) expect(dead).toBe(0);
  const arrivals = Map.groupBy(one.arrived, ({ body }) => messageIn(kind, body));
  expect(arrivals.size).toBeGreaterThanOrEqual(sent);
  for (const [message, all] of arrivals)
    if (!lost.has(message) || typeof channelKinds[kind]!.recall === "object") expect(all, message).toHaveLength(1);
  const types = notified(one);
  expect(types).toEqual(types.map((_, n) => (n % 2 === 0 ? "channel.failing" : "channel.recovered")));
  expect(types.length % 2).toBe(0);
}

const BEHAVIOURS: Behaviour[] = ["ok", "503", "connection", "lost", "slow down", "refuses", "not allowed", "no key"];

const spell: fc.Arbitrary<Spell> = fc.record({
  behaviour: fc.constantFrom(...BEHAVIOURS),
  minutes: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 40 }) },
    { weight: 1, arbitrary: fc.constantFrom(180, ...(process.env["LONG"] ? [1500, 3000, 9000] : [1500])) },
  ),
  flips: fc.integer({ min: 0, max: 6 }),
});

const ALL = Object.keys(channelKinds);
/** What is behind them differs by kind, and is tested for each by `channel-outages.test.ts`. */
const KINDS = process.env["LONG"] ? ALL : ALL.filter((_, place) => place % 4 === 0);
const met = new Set<Behaviour>();

test.each(KINDS)(
  "%s: whatever a destination does, failures are reported in time, and all waiting messages arrive once when it is back",
  { timeout: process.env["LONG"] ? 3_600_000 : 600_000 },
  async (kind) => {
    const { seed = 0 } = fc.readConfigureGlobal();
    await fc.assert(
      fc.asyncProperty(fc.array(spell, { minLength: 3, maxLength: 7 }), async (spells) => {
        for (const { behaviour } of spells) met.add(behaviour);
        await check(kind, spells);
      }),
      // Without a seed each kind takes other cases anyway.
      { numRuns: runs(150, 1), ...(seed === 0 ? {} : { seed: seed + KINDS.indexOf(kind) }) },
    );
    expect.hasAssertions();
  },
);

test("destinations behaved in every way", () => {
  expect([...met].toSorted()).toEqual(BEHAVIOURS.toSorted());
});
