import { expect, test } from "vitest";
import type { Commit } from "../commit.ts";
import type { OperatorNews } from "../../core/drift-detector.ts";
import { announce } from "./announce.ts";

const NOW = 1_800_000_000_000;
const news = (key: string): OperatorNews => ({
  type: "channel.disabled",
  key,
  data: { channelId: key, name: "c", reason: "gone" },
});

/** What is committed for these news, with this response of the database. */
async function committed(all: OperatorNews[], refused: string | null = null): Promise<Commit[]> {
  const commits: Commit[] = [];
  await announce(all, {}, NOW, {
    async commit(plan) {
      commits.push(plan);
      return { lost: [], opened: [], batchesIn: 0, refused };
    },
    newId: () => "com_1",
    routes: async () => ({ subscriptions: [], channels: [], silences: [] }),
    earlier: async () => [],
    mentions: async () => new Map(),
    cooling: async () => new Set(),
    followed: async () => [],
  });
  return commits;
}

test("news of a type are counted together, and no news make no commit", async () => {
  const [commit] = await committed([news("ch_1"), news("ch_2")]);
  expect(commit!.counts).toEqual({ "events|channel.disabled": 2 });
  expect(commit!.events.map(({ data }) => data["channelId"])).toEqual(["ch_1", "ch_2"]);
  expect(await committed([])).toEqual([]);
});

test("news that the database rejects throw", async () => {
  await expect(committed([news("ch_1")], "too big")).rejects.toThrow("news could not be kept: too big");
});
