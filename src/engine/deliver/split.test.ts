import { expect, test } from "vitest";
import { startEvent } from "../../../test/support/messages.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import { divisionOf } from "./split.ts";
import type { TakenDelivery } from "./outbox.ts";

const T = startEvent.detectedAt;
const CALLED = { kind: "user" as const, id: "123" };

/**
 * The parts of a message with a number of starts, ends and renamings that all mention the same person: types and
 * mentions of each.
 */
function partsOf(starts: number, ends: number, renamed: number) {
  const event =
    (type: string, data: object) =>
    (n: number): Event => ({
      ...startEvent,
      id: `evt_${type}_${String(n).padStart(4, "0")}`,
      type,
      target: { name: `Creator ${n}`, kind: "live", params: {} },
      data: data as Event["data"],
    });
  const all = [
    ...Array.from({ length: starts }, (_, n) => event("live.started", { roomId: "7" })(n)),
    ...Array.from({ length: ends }, (_, n) => event("live.ended", { durationSeconds: 60 })(n)),
    ...Array.from({ length: renamed }, (_, n) => event("target.renamed", { before: "a", after: "b" })(n)),
  ];
  const items = all.map(({ id }): DeliveryItem => ({ event: id, mentions: [CALLED] }));
  const head = { id: "dlv_1", items, edits: null } as TakenDelivery;
  const events = new Map(all.map((one) => [one.id, one]));
  const division = divisionOf(
    { kind: "discord", threads: false, language: "en", at: T, plain: false },
    head,
    [],
    events,
  )!;
  expect(division.parts.flatMap((part) => part.items.map(({ event: id }) => id)).sort()).toEqual(
    all.map(({ id }) => id).sort(),
  );
  return division.parts.map((part) => ({
    types: [...new Set(part.items.map(({ event: id }) => events.get(id)!.type))],
    calls: part.items.filter(({ mentions }) => mentions.length > 0).length,
    lines: part.items.length,
  }));
}

test("a person pinged by one part is not pinged by a later one", () => {
  const [first, ...rest] = partsOf(700, 0, 0);
  expect(first!.calls).toBe(first!.lines);
  expect(rest.length).toBeGreaterThan(0);
  expect(rest.map(({ calls }) => calls)).toEqual(rest.map(() => 0));
});

test("ends ping nobody: the person is still pinged by the first part with other events", () => {
  const parts = partsOf(0, 700, 300);
  const place = parts.findIndex(({ types }) => types.includes("target.renamed"));
  expect(place).toBeGreaterThan(0);
  expect(parts[place]!.calls).toBe(parts[place]!.lines);
  expect(parts.slice(place + 1).map(({ calls }) => calls)).toEqual(parts.slice(place + 1).map(() => 0));
});
