import { expect, test } from "vitest";
import { soundAt } from "../../../../test/support/watched-now.ts";
import type { BoardContent } from "../../../core/delivery.ts";
import { showBoards, type BoardState } from "./show.ts";

const NOW = Date.UTC(2026, 0, 5, 12);

const healthSnapshot = soundAt(NOW);

const standing = (more: Partial<BoardState>): BoardState => ({
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

/** The content stored for a board in this state. */
async function brought(more: Partial<BoardState>, unknown = new Map<string, number>()): Promise<BoardContent[]> {
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
    queue: async (boards) => void found.push(...boards.map(({ content }) => content)),
  });
  return found;
}

test.each([
  ["a board without content is updated", {}, 1],
  ["a board whose message is being sent waits", { delivery: { ...sent, status: "pending", busy: true } }, 0],
  [
    "a board whose message just arrived waits, however long ago it was due",
    { delivery: { ...sent, sentAt: NOW - 29_000 } },
    0,
  ],
  ["a board that was just updated waits", { shownAt: NOW - 29_000 }, 0],
  ["a board whose channel is disabled waits", { channel: { enabled: false, updatedAt: 0 } }, 0],
] as [string, Partial<BoardState>, number][])("%s", async (_, more, expected) => {
  expect(await brought(more)).toHaveLength(expected);
});

test("a board whose message was refused is sent again only after its channel was changed", async () => {
  const [same] = await brought({});
  const refused = { content: same!, delivery: { ...sent, status: "dead" as const } };
  expect(await brought({ content: same! })).toEqual([]);
  expect(await brought(refused)).toEqual([]);
  expect(await brought({ ...refused, channel: { enabled: true, updatedAt: NOW - 1000 } })).toHaveLength(1);
});

test("the board of a watchlist counts unknown creators of that watchlist", async () => {
  const unknown = new Map([
    ["wl_1", 1],
    ["wl_2", 4],
  ]);
  for (const [watchlistId, expected] of [...unknown, ["wl_3", 0] as const])
    expect(await brought({ watchlistId }, unknown)).toMatchObject([{ unknown: expected }]);
  expect(await brought({}, unknown)).toMatchObject([{ unknown: 5 }]);
});
