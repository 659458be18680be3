import { expect, test } from "vitest";
import { startEvent } from "../../../test/support/messages.ts";
import type { Language } from "../../core/language.ts";
import type { Edition } from "../../features/digests/message/digest.ts";
import type { TakenChannel, TakenDelivery } from "./outbox.ts";
import { digestWording, eventWording } from "./wording.ts";
import { API_BASES } from "../../channels/registry.ts";

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
