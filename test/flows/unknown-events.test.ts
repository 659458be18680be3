import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { targetKinds } from "../../src/kinds/registry.ts";
import { refusingWorld, START, type RefusingWorld } from "../support/refusing-world.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  for (const name of ["log", "error"] as const) vi.spyOn(console, name).mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface Known {
  id: string;
  kind: string;
  status: { unknownSince: string | null };
}
interface Notified {
  type: string;
  targetId: string;
  data: { since: string };
  occurredAt: string;
}

const listOf = async <One>({ cloud }: RefusingWorld, path: string): Promise<One[]> =>
  (await cloud.api("GET", `${path}limit=200`)).body.items as One[];

/** The kinds that are unknown now. What events say of each target is what its status says, and they alternate. */
async function unknownKinds(world: RefusingWorld): Promise<string[]> {
  const notified = (await listOf<Notified>(world, "/v1/events?type=target.*&")).toReversed();
  const targets = await listOf<Known>(world, "/v1/targets?");
  for (const { id, kind, status } of targets) {
    const own = notified.filter(({ type, targetId }) => targetId === id && type.endsWith("known"));
    const types = own.map(({ type }) => type);
    expect([kind, types]).toEqual([kind, types.map((_, n) => (n % 2 === 0 ? "target.unknown" : "target.known"))]);
    const last = own.at(-1);
    expect([kind, last?.type === "target.unknown" ? last.data.since : null]).toEqual([kind, status.unknownSince]);
  }
  return [...new Set(targets.flatMap(({ kind, status }) => (status.unknownSince === null ? [] : kind)))].toSorted();
}

const beside = Object.keys(targetKinds).filter((kind) => kind !== "live");

test.each([401, 500] as const)(
  "of every kind, events say when a state is unknown, at a service that answers %s",
  async (failure) => {
    const refusal = { operation: "*", failure, from: 10, to: 60 };
    const world = await refusingWorld({ creators: 2, beside, each: 1 }, refusal, []);
    await world.pass(0, 15);
    expect(await unknownKinds(world)).toEqual([]);
    await world.pass(15, 20);
    expect(await unknownKinds(world)).toEqual(["live"]);
    await world.pass(20, 59);
    expect(await unknownKinds(world)).toEqual(["list", "live", "ranking", "record"]);
    await world.pass(59, 80);
    expect(await unknownKinds(world)).toEqual([]);
    // Nothing runs for four hours.
    await world.pass(320, 322);
    expect(await unknownKinds(world)).toEqual([]);
    const lost = await world.events("target.unknown");
    expect(new Set(lost.map(({ kind }) => kind))).toEqual(
      new Set(["list", "live", "ranking", "record", "hashtag", "products"]),
    );
  },
);
