import { expect, test } from "vitest";
import type { BoardContent } from "../../core/board.ts";
import { CALM } from "../../core/upstream-watch.ts";
import { UNLEARNED } from "../../core/habit/pool.ts";
import { IDLE } from "../../core/load.ts";
import { SOUND, type HealthSnapshot } from "../../core/pulse.ts";
import { showBoards, type StandingBoard } from "./show.ts";

const NOW = Date.UTC(2026, 0, 5, 12);

const healthSnapshot: HealthSnapshot = {
  madeAt: NOW - 3_600_000,
  connected: true,
  replays: false,
  perMinute: 60,
  lastTickAt: NOW,
  spacingMs: 60_000,
  gate: null,
  watch: CALM,
  load: IDLE,
  pool: UNLEARNED,
  lastPollAt: NOW,
  failingSince: 0,
  failedPolls: 0,
  findings: SOUND,
};

const standing = (more: Partial<StandingBoard>): StandingBoard => ({
  id: "brd_1",
  channelId: "ch_1",
  watchlistId: null,
  content: null,
  shownAt: NOW - 60_000,
  channel: { enabled: true, updatedAt: 0 },
  delivery: { status: "sent", madeAt: NOW - 60_000, sentAt: NOW - 60_000, busy: false },
  ...more,
});

const sent = { status: "sent", madeAt: NOW - 60_000, sentAt: NOW - 60_000, busy: false } as const;

/** What is brought of a board that stands so. */
async function brought(more: Partial<StandingBoard>, unknown = new Map<string, number>()): Promise<BoardContent[]> {
  const found: BoardContent[] = [];
  const ofAll = [...unknown.values()].reduce((sum, n) => sum + n, 0);
  await showBoards(NOW, {
    standing: async () => [standing(more)],
    airing: async () => ({
      all: { airing: [], more: false, unknown: ofAll },
      ofLists: new Map(),
      unknown,
      pulse: healthSnapshot,
    }),
    bring: async (boards) => void found.push(...boards.map(({ content }) => content)),
  });
  return found;
}

test.each([
  ["one that has nothing to say yet is brought", {}, 1],
  ["one whose message is just being sent waits", { delivery: { ...sent, status: "pending", busy: true } }, 0],
  [
    "one that arrived a moment ago waits, however long ago it was to be sent",
    { delivery: { ...sent, sentAt: NOW - 29_000 } },
    0,
  ],
  ["one that was to be sent a moment ago waits", { shownAt: NOW - 29_000 }, 0],
  ["one whose channel is off waits", { channel: { enabled: false, updatedAt: 0 } }, 0],
] as [string, Partial<StandingBoard>, number][])("%s", async (_, more, expected) => {
  expect(await brought(more)).toHaveLength(expected);
});

test("one whose message was refused is brought again only once its channel was changed", async () => {
  const [same] = await brought({});
  const refused = { content: same!, delivery: { ...sent, status: "dead" as const } };
  expect(await brought({ content: same! })).toEqual([]);
  expect(await brought(refused)).toEqual([]);
  expect(await brought({ ...refused, channel: { enabled: true, updatedAt: NOW - 1000 } })).toHaveLength(1);
});

test("a board of one list counts as unknown who is so of that list", async () => {
  const unknown = new Map([
    ["wl_1", 1],
    ["wl_2", 4],
  ]);
  for (const [watchlistId, expected] of [...unknown, ["wl_3", 0] as const])
    expect(await brought({ watchlistId }, unknown)).toMatchObject([{ unknown: expected }]);
  expect(await brought({}, unknown)).toMatchObject([{ unknown: 5 }]);
});
