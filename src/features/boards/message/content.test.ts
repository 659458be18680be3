import { expect, test } from "vitest";
import { soundAt } from "../../../../test/support/watched-now.ts";
import { plain } from "../../../../test/support/phrases.ts";
import { type Language, LANGUAGES } from "../../../core/language.ts";
import { IDLE } from "../../../core/load.ts";
import { type HealthSnapshot, SOUND } from "../../../core/health-snapshot.ts";
import { type BoardTarget, contentOf, type LiveTargets } from "./content.ts";
import { boardMessage, boardWords } from "./notice.ts";

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 0, 5, 12);

const HEALTH = soundAt(NOW);

const airing = (name: string, startedAt: number, more: Partial<BoardTarget> = {}, info: object = {}): BoardTarget => ({
  kind: "live",
  name,
  watchlistId: "wl_1",
  params: { userId: "7012" },
  state: {
    verdict: "on",
    since: startedAt,
    knownAt: null,
    room: "7100",
    session: {
      id: "ses_1",
      room: "7100",
      startedAt,
      startedAfter: startedAt - MINUTE,
      lastOnAt: null,
      toldAt: startedAt,
      info,
    },
    flip: null,
    baseline: false,
  } as never,
  intervalSeconds: 60,
  consecutiveFaults: 0,
  lastOkAt: NOW,
  unknownSince: null,
  ...more,
});

const seen = (all: BoardTarget[], more: Partial<LiveTargets> = {}): LiveTargets => ({
  airing: all,
  more: false,
  unknown: 0,
  ...more,
});

const contentFor = (one: LiveTargets, health: Partial<HealthSnapshot> = {}) =>
  contentOf(null, { ...one, pulse: { ...HEALTH, ...health } }, NOW);

const says = (one: LiveTargets, health: Partial<HealthSnapshot> = {}) => {
  const board = { name: "Now", channelId: "ch_1", content: contentFor(one, health), shownAt: NOW };
  return boardMessage(board, "dlv_1", NOW, "en").items[0]!.notice;
};

test("thirty creators are named, the latest first, and the others are counted", () => {
  const all = Array.from({ length: 32 }, (_, n) => airing(`user ${n}`, NOW - (100 - n) * MINUTE));
  const content = contentFor(seen(all));
  expect(content.onAir.map(({ name }) => name)).toEqual(Array.from({ length: 30 }, (_, n) => `user ${31 - n}`));
  expect(content).toMatchObject({ more: 2, atLeast: false });
  expect(says(seen(all)).title).toBe("Now · 32 live");
  expect(contentFor(seen(all.slice(0, 30)))).toMatchObject({ more: 0 });
  expect(says(seen(all, { more: true })).title).toBe("Now · 32+ live");
});

test("names and titles are stored up to a maximum length", () => {
  const [one] = contentFor(seen([airing("n".repeat(500), NOW, {}, { title: "t".repeat(300) })])).onAir;
  expect([one!.name.length, one!.title!.length]).toEqual([200, 200]);
});

test("creators whose state is unknown come last and are counted as such", () => {
  const all = [airing("lost", NOW - MINUTE, { unknownSince: NOW - 30 * MINUTE }), airing("sure", NOW - 9 * MINUTE)];
  expect(contentFor(seen(all)).onAir.map(({ name }) => name)).toEqual(["sure", "lost"]);
  expect(says(seen(all)).title).toBe("Now · 1 live · 1 unknown");
});

test("that no one is live appears only once everybody was checked", () => {
  expect(says(seen([]), { load: { ...IDLE, habitual: 2, judged: 2 } }).title).toBe("Now · No one is live");
  expect(says(seen([]), { load: { ...IDLE, habitual: 2, judged: 1 } }).title).toBe("Now · No one known to be live");
  expect(says(seen([], { unknown: 3 })).title).toBe("Now · No one known to be live · 3 unknown");
});

test("while nothing is polled the board says since when, and keeps what was known", () => {
  const blind = says(seen([airing("Maria", NOW - 9 * MINUTE)]), { connected: false });
  expect(blind).toMatchObject({ title: "Now · We can't tell who is live", tone: "warning" });
  expect(contentFor(seen([]), { connected: false })).toMatchObject({ blindSince: HEALTH.madeAt });
  const findings = { ...SOUND, lostAccount: true };
  expect(contentFor(seen([]), { findings, lastPollAt: NOW - MINUTE })).toMatchObject({ blindSince: NOW - MINUTE });
  expect(contentFor(seen([]), { findings, lastPollAt: 0 })).toMatchObject({ blindSince: HEALTH.madeAt });
});

test("who was live before the first check is live at least since then, in every language", () => {
  const since = (startedAfter: number | null, language: Language) => {
    const one = airing("Maria", NOW - 9 * MINUTE);
    const state = one.state as { session: object };
    const session = { ...state.session, startedAfter };
    const content = contentFor(seen([{ ...one, state: { ...state, session } as never }]));
    const board = { name: "Now", channelId: "ch_1", content, shownAt: NOW };
    return plain(boardMessage(board, "dlv_1", NOW, language).items[0]!.notice.body);
  };
  const shortly = NOW - 10 * MINUTE;
  expect(since(null, "en")).toContain("at least since <when>");
  // The last check before was long ago, so it may have begun in between.
  expect(since(NOW - 60 * MINUTE, "en")).toContain("at least since <when>");
  for (const language of LANGUAGES) {
    expect(since(null, language)).toContain(boardWords[language].sinceAtLeast("|").join("").split("|")[0]!);
    expect(since(null, language)).not.toBe(since(shortly, language));
  }
});
