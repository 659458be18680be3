import { expect, test } from "vitest";
import { judgeLive, turnsLive } from "./judge.ts";
import { DEFAULTS, type LiveSettings } from "./params.ts";
import type { LiveState, LiveView } from "./view.ts";

const MINUTE = 60_000;

/** Polls at intervals of a minute, the first at `MINUTE`. State is serialized and parsed, as in the database. */
function polled(views: (LiveView["verdict"] | LiveView)[], settings: Partial<LiveSettings> = {}) {
  let before: LiveState | null = null;
  let lastOkAt: number | null = null;
  const changes = views.flatMap((one, place) => {
    const view = typeof one === "string" ? { verdict: one, room: null } : one;
    const at = (place + 1) * MINUTE;
    const judgment = judgeLive({
      targetId: "tgt_1",
      params: { userId: "7012" },
      settings: { ...DEFAULTS, confirmOff: 1, graceSeconds: 0, ...settings },
      announceInitial: false,
      before,
      view,
      at,
      hold: false,
      lastOkAt,
      holdsMs: 10 * MINUTE,
    });
    before = JSON.parse(JSON.stringify(judgment.state)) as LiveState;
    lastOkAt = at;
    return judgment.changes.map((change) => ({ ...change, minute: at / MINUTE }));
  });
  return { changes, state: before as LiveState | null };
}

test("a start confirmed late has the key, time and session of its first sighting, and its end follows it", () => {
  const [start, end, ...more] = polled(["off", "on", "on", "on", "off"], { confirmOn: 3 }).changes;
  expect(more).toEqual([]);
  const key = String(2 * MINUTE);
  expect(start).toMatchObject({ type: "live.started", minute: 4, key, occurredAt: 2 * MINUTE });
  expect(end).toMatchObject({
    type: "live.ended",
    minute: 5,
    key,
    follows: { type: "live.started", key, detectedAt: 4 * MINUTE },
    data: { sessionId: start!.data["sessionId" as never], durationSeconds: 180 },
  });
  const later = polled(["off", "off", "on", "on", "on"], { confirmOn: 3 }).changes;
  expect(later[0]!.data).not.toMatchObject({ sessionId: start!.data["sessionId" as never] });
});

test("a stream from before watching began is not reported, neither at the first poll nor when it is confirmed", () => {
  for (const confirmOn of [1, 2, 3]) {
    const { changes, state } = polled(["on", "on", "on"], { confirmOn });
    expect(changes).toEqual([]);
    expect(state).toMatchObject({ session: { startedAt: MINUTE, toldAt: null }, baseline: false });
  }
  // Nor does a pause in between restart it.
  const paused = polled(["on", "paused", "on", "on"], { confirmOn: 3 });
  expect([paused.changes, paused.state!.session!.startedAt]).toEqual([[], MINUTE]);
  // An unknown verdict is no baseline.
  expect(polled(["unknown", "on", "on"], { confirmOn: 2 }).changes).toEqual([]);
  expect(polled(["unknown", "off", "on", "on"], { confirmOn: 2 }).changes).toMatchObject([{ type: "live.started" }]);
  // Nor does it count towards a mass flip.
  const first = polled(["on"], { confirmOn: 2 }).state!;
  expect(turnsLive({ ...first, flip: null }, { verdict: "on", room: null })).toBeNull();
  expect(turnsLive(polled(["off"]).state!, { verdict: "on", room: null })).toBe("on");
});

test("a handle has changed if it differs in more than case or @", () => {
  const named = (handle: string): LiveView => ({
    verdict: "on",
    room: null,
    told: { info: null, handle, pending: false },
  });
  expect(polled([named("maria"), named("Maria"), named("@MARIA")]).changes).toEqual([]);
  expect(polled([named("maria"), named("@Maria.Live")]).changes).toMatchObject([
    { type: "target.renamed", key: `maria.live/${2 * MINUTE}`, data: { before: "maria", after: "@Maria.Live" } },
  ]);
});

test("a new title of a running stream is reported once; the first title and that of the next stream are not", () => {
  const titled = (title: string | null, room = "71"): LiveView => ({
    verdict: "on",
    room,
    told: { info: title === null ? null : { title }, handle: null, pending: false },
  });
  const titles = (views: Parameters<typeof polled>[0]) =>
    polled(views).changes.filter(({ type }) => type === "live.title_changed");
  const plain: LiveView = { verdict: "on", room: "71" };
  expect(titles(["off", titled(null), titled("Late"), titled(" Late "), plain, titled(null)])).toEqual([]);
  expect(titles(["off", titled("Late"), plain, titled("Later"), titled("Later"), titled("Late")])).toMatchObject([
    { minute: 4, window: { from: 2 * MINUTE, to: 4 * MINUTE }, data: { before: "Late", after: "Later" } },
    { minute: 6, data: { before: "Later", after: "Late" } },
  ]);
  expect(titles(["off", titled("Late"), "off", "off", titled("Morning", "72"), titled("Morning", "72")])).toEqual([]);
});
