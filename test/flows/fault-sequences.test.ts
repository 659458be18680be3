import fc from "fast-check";
import { expect, test } from "vitest";
import { malformed, type Fault } from "../../src/core/fault.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import { CALM } from "../../src/core/drift-detector.ts";
import { decodeAnswer, retryAfterOf } from "../../src/engine/upstream/answer.ts";
import { fixtures } from "../support/fixtures.ts";
import type { Answer, Call } from "../../src/kinds/kind.ts";
import { eventTypes } from "../../src/kinds/events.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { payloads } from "../support/kinds.ts";
import { answered } from "../support/readings.ts";
import { runs } from "../support/runs.ts";
import { storeEngine, type StoreEngine, type Watched } from "../support/store-engine.ts";

type Weather = "fair" | "401" | "428" | "429" | "500" | "lost" | "garbage" | "drift" | "empty";

interface Turn {
  seconds: number;
  weather: Weather;
  retryAfter: string | null;
  /** Whom a fault affects: everyone, or those whose number is divisible. */
  hits: number;
  /** A creator who goes live or offline before this tick. */
  turns: number | null;
}

const START = Date.UTC(2026, 0, 5, 12);
const CREATORS = 9;
const PER_MINUTE = 15;
const MINUTE = 60_000;

const watched: Watched[] = [
  ...Array.from({ length: CREATORS }, (_, n): Watched => ({
    id: `tgt_live${n}`,
    kind: "live",
    params: { userId: String(7000 + n) },
  })),
  ...Object.values(targetKinds)
    .filter(({ kind }) => kind !== "live")
    .map(({ kind }): Watched => {
      return { id: `tgt_${kind}`, kind, params: fixtures[kind]![0]!.params, intervalSeconds: 300 };
    }),
];

const turn: fc.Arbitrary<Turn> = fc.record({
  seconds: fc.constantFrom(20, 60, 60, 60, 60, 120, 300),
  weather: fc.oneof(
    { weight: 5, arbitrary: fc.constant("fair" as const) },
    { weight: 4, arbitrary: fc.constantFrom<Weather>("401", "428", "429", "500", "lost", "garbage", "drift", "empty") },
  ),
  retryAfter: fc.constantFrom(null, "5", "90", "600"),
  hits: fc.constantFrom(1, 1, 2, 3, 5),
  turns: fc.option(fc.integer({ min: 0, max: CREATORS - 1 })),
});

/** The polled service with its faults, and the rules of its owner. */
class Service {
  now = START;
  weather: Turn = { seconds: 0, weather: "fair", retryAfter: null, hits: 1, turns: null };
  readonly live = new Set<number>();
  readonly turnedAt: { at: number; creator: number; on: boolean }[] = [];
  /** By operation: until when no call may start, and whether one test call may follow. */
  readonly #shut = new Map<string, { until: number; careful: boolean; at: number }>();
  readonly #callsNow = new Map<string, { at: number; all: number; afterRefusal: number }>();
  #tokens = PER_MINUTE;
  #tokensAt = START;

  turn(creator: number): void {
    const on = !this.live.delete(creator);
    if (on) this.live.add(creator);
    this.turnedAt.push({ at: this.now, creator, on });
  }

  /** Whether a creator was live at an instant. */
  wasOn(creator: number, at: number): boolean {
    return this.turnedAt.findLast((one) => one.creator === creator && one.at <= at)?.on ?? false;
  }

  read = async (call: Call): Promise<Result<Answer, Fault>> => {
    this.#hold(call.operation);
    const user = Number(call.values["userId"] ?? 0);
    const { weather, retryAfter, hits } = this.weather;
    const body = weather === "fair" || user % hits !== 0 ? this.#fair(call) : this.#storm(call, weather, retryAfter);
    return body.ok ? ok(answered(call.operation, body.value)) : body;
  };

  /** No call of an operation before its time, none too many in flight, none beyond the budget. */
  #hold(operation: string): void {
    const calls = this.#callsNow.get(operation);
    const now = calls?.at === this.now ? calls : { at: this.now, all: 0, afterRefusal: 0 };
    this.#callsNow.set(operation, now);
    now.all += 1;
    const shut = this.#shut.get(operation);
    if (shut?.at === this.now) expect(++now.afterRefusal).toBeLessThanOrEqual(5);
    else if (shut !== undefined) {
      expect([operation, this.now >= shut.until]).toEqual([operation, true]);
      if (shut.careful) expect([operation, now.all]).toEqual([operation, 1]);
    }
    this.#tokens = Math.min(PER_MINUTE, this.#tokens + (PER_MINUTE * (this.now - this.#tokensAt)) / MINUTE) - 1;
    this.#tokensAt = this.now;
    expect(this.#tokens).toBeGreaterThanOrEqual(-1e-6);
  }

  #storm({ operation }: Call, weather: Weather, retryAfter: string | null): ReturnType<typeof decodeAnswer> {
    if (weather === "lost") return err({ kind: "unreachable", status: null, detail: "the connection failed" });
    if (weather === "garbage") return decodeAnswer(200, "<html>busy</html>");
    // Whatever an answer says, the service gave it: it accepts the credentials.
    if (weather === "empty" || weather === "drift") this.#open(operation);
    if (weather === "empty") return decodeAnswer(200, '{"code":0,"data":null}');
    if (weather === "drift") return decodeAnswer(200, '{"code":0,"data":{"rooms":[{"alive_now":1}],"status_code":0}}');
    const status = Number(weather);
    if (status !== 500) {
      const wait = status === 429 ? (retryAfter === null ? 60 : Number(retryAfter)) : 600;
      const before = this.#shut.get(operation);
      const until = Math.max(before?.at === this.now ? before.until : 0, this.now + wait * 1000);
      this.#shut.set(operation, { until, careful: status !== 429, at: this.now });
    }
    return decodeAnswer(status, "", retryAfterOf(status === 429 ? retryAfter : null, this.now));
  }

  #open(operation: string): void {
    if ((this.#shut.get(operation)?.at ?? this.now) < this.now) this.#shut.delete(operation);
  }

  #fair({ operation, values }: Call): ReturnType<typeof decodeAnswer> {
    this.#open(operation);
    if (operation === "live.check") {
      const on = this.live.has(Number(values["userId"]) - 7000);
      return decodeAnswer(
        200,
        `{"code":0,"data":{"data":[{"alive":${on},"room_id":${on ? 7100 : 0}}],"status_code":0}}`,
      );
    }
    const body = payloads.get(operation);
    return body === undefined ? err(malformed("", "no such operation")) : decodeAnswer(200, JSON.stringify(body));
  }
}

async function run(turns: Turn[]): Promise<{ engine: StoreEngine; service: Service }> {
  const service = new Service();
  const engine = await storeEngine(watched, {
    perMinute: PER_MINUTE,
    batchSize: { calls: 4, cpu: 40 },
    ownCalls: 40,
  });
  const tick = async (next: Turn) => {
    service.now += next.seconds * 1000;
    service.weather = next;
    if (next.turns !== null) service.turn(next.turns);
    await engine.tick(service.now, service.read);
  };
  const fair: Turn = { seconds: 60, weather: "fair", retryAfter: null, hits: 1, turns: null };
  for (let n = 0; n < 3; n++) await tick(fair);
  for (const next of turns) await tick(next);
  // Long enough for every breaker, backoff, grace and drift to end, and for the budget to grow back.
  for (let n = 0; n < 60; n++) await tick({ ...fair, seconds: 420 });
  return { engine, service };
}

test("after any sequence of faults the state is true, nothing was made up, and no rule of the service was broken", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 25 }), async (turns) => {
      const { engine, service } = await run(turns);
      const targets = await engine.targets();
      for (let creator = 0; creator < CREATORS; creator++) {
        const target = targets.find(({ id }) => id === `tgt_live${creator}`)!;
        const state = JSON.parse(target.state!) as { session: unknown; verdict: string };
        expect([creator, state.session !== null, state.verdict]).toEqual([
          creator,
          service.live.has(creator),
          service.live.has(creator) ? "on" : "off",
        ]);
      }
      for (const { id, consecutiveFaults, state } of targets)
        expect([id, consecutiveFaults, state === null]).toEqual([id, 0, false]);
      const { gate: breaker, breakers, watch } = await engine.upstream();
      const { reported: _reported, ...now } = watch;
      expect([breaker, breakers, now]).toEqual([null, {}, CALM]);
      const all = await engine.events();
      for (const { type, data } of all)
        expect([type, eventTypes[type]!.fields().safeParse(data).error]).toEqual([type, undefined]);
      for (const event of all.filter(({ type }) => type.startsWith("live."))) {
        const creator = Number(event.targetId!.slice("tgt_live".length));
        expect([event.type, service.wasOn(creator, event.occurredAt)]).toEqual([
          event.type,
          event.type === "live.started",
        ]);
      }
      expect(all.filter(({ type }) => /^(ranking|hashtag|product)\./.test(type))).toEqual([]);
      const notified = (type: string) => all.filter((event) => event.type === type).length;
      const ended = notified("upstream.recovered");
      expect(ended).toBe(
        ["unauthorized", "key_expired", "throttled", "drifted", "suspect"].reduce(
          (sum, word) => sum + notified(`upstream.${word}`),
          0,
        ),
      );
      expect(notified("target.recovered")).toBe(notified("target.failing"));
    }),
    { numRuns: runs(800, 4) },
  );
}, 600_000);
