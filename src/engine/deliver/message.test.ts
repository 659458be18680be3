import fc from "fast-check";
import { expect, test } from "vitest";
import { startEvent } from "../../../test/support/messages.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import { pings, withUpdates } from "./message.ts";

const first: Event = { ...startEvent, id: "evt_first", type: "ranking.closing", data: { final: false } };
const updates = [1, 2, 3, 4].map((minute): Event => ({
  ...first,
  id: `evt_${minute}`,
  detectedAt: first.detectedAt + minute * 60_000,
  data: { final: minute === 4 },
  follows: { eventId: first.id, detectedAt: first.detectedAt },
}));
const events = new Map([first, ...updates].map((event) => [event.id, event]));
const itemOf = ({ id }: Event): DeliveryItem => ({ event: id, mentions: [] });

test("of several updates the latest one counts, in whatever order and deliveries they come", () => {
  const some = fc.shuffledSubarray(updates, { minLength: 1 });
  fc.assert(
    fc.property(some, fc.nat(4), (all, together) => {
      const one = withUpdates([itemOf(first)], all.slice(0, together).map(itemOf), events, 1);
      const [line, ...rest] = withUpdates(one, all.slice(together).map(itemOf), events, 2);
      expect(rest).toEqual([]);
      expect(line!.update).toBe(all.toSorted((a, b) => b.detectedAt - a.detectedAt)[0]!.id);
    }),
  );
});

test("a message with an update mentions people, unless that is the final one", () => {
  const merged = (update: Event) => ({ ...itemOf(first), update: update.id });
  expect(pings(itemOf(first), events)).toBe(true);
  expect(updates.map((update) => pings(merged(update), events))).toEqual([true, true, true, false]);
});
