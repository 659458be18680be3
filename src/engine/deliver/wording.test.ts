import { expect, test } from "vitest";
import { startEvent } from "../../../test/support/messages.ts";
import type { Language } from "../../core/language.ts";
import type { Edition } from "../../features/digests/message/digest.ts";
import type { TakenChannel, TakenDelivery } from "./outbox.ts";
import { digestWording, eventWording } from "./wording.ts";
import { API_BASES } from "../../channels/registry.ts";
import fc from "fast-check";
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

const channelIn = (language: Language | null) =>
  ({ kind: "slack", language, settings: { url: "https://hooks.slack.com/services/T/B/x" } }) as TakenChannel;

const reportedIn = (own: Language | null | undefined, channel: Language | null, usual: Language): string => {
  const edition: Edition = {
    id: "dig_1/1",
    digestId: "dig_1",
    digest: {
      name: "N",
      watchlistId: null,
      timezone: "UTC",
      sections: [],
      ...(own === undefined ? {} : { language: own }),
    },
    from: Date.UTC(2026, 0, 5),
    to: Date.UTC(2026, 4, 12),
    madeAt: Date.UTC(2026, 4, 12),
    content: {},
    pictureKey: null,
  };
  const deps = {
    wallNow: () => 0,
    bases: API_BASES,
    unsubscribeLinks: { to: () => null },
    language: usual,
    presses: new Set<string>(),
    pictures: { publicUrl: null, most: 0, drawer: async () => null } as never,
  };
  const request = digestWording(
    channelIn(channel),
    { id: "dlv_1" } as TakenDelivery,
    { edition, draw: null },
    deps,
  )(null, true, null);
  return "nothing" in request ? request.nothing : request.body;
};

test("a digest is in its own language, else its channel's, else the default", () => {
  const [german, french, english] = (["de", "fr", "en"] as const).map((one) => reportedIn(one, null, one));
  expect(new Set([german, french, english]).size).toBe(3);
  expect(reportedIn("de", "fr", "en")).toBe(german);
  for (const none of [null, undefined]) {
    expect(reportedIn(none, "fr", "en")).toBe(french);
    expect(reportedIn(none, null, "en")).toBe(english);
  }
});

test("an alert is in its channel's language, else the default", () => {
  const events = new Map([[startEvent.id, startEvent]]);
  const lines = [{ event: startEvent.id, mentions: [] }];
  const deps = { wallNow: () => 0, bases: API_BASES, unsubscribeLinks: { to: () => null }, pictures: {} as never };
  const reported = (own: Language | null, language: Language) => {
    const all = { all: lines, own: lines };
    const one = { id: "dlv_1" } as TakenDelivery;
    const request = eventWording(channelIn(own), one, all, events, false, { ...deps, presses: new Set(), language })(
      null,
      false,
      null,
    );
    return "nothing" in request ? request.nothing : request.body;
  };
  expect(reported("de", "en")).toBe(reported(null, "de"));
  expect(reported(null, "en")).not.toBe(reported(null, "de"));
});
