import type { WatchedTarget } from "../../src/engine/poll/batch.ts";

/** A live target whose state is unknown. */
export const WATCHED_LIVE: WatchedTarget = {
  id: "tgt_1",
  kind: "live",
  name: "Maria",
  watchlistId: "wl_default",
  params: { userId: "7012" },
  settings: {},
  announceInitial: false,
  intervalSeconds: 60,
  sheetId: 1,
  revision: 0,
  judgedAt: null,
  state: null,
  consecutiveFaults: 0,
  lastOkAt: null,
  onAir: false,
  unknownSince: null,
  expectedAt: null,
  expectedConfidence: null,
};
