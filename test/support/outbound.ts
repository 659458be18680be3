import type { OutboundAnswer, OutboundRequest } from "../../src/channels/kind.ts";
import { API_BASES } from "../../src/channels/registry.ts";
import type { DeliverDeps } from "../../src/engine/deliver/run.ts";

/** What delivering needs besides the store: nothing random, no waiting, and empty pictures. */
export const outbound = (
  send: (request: OutboundRequest) => Promise<OutboundAnswer>,
  store: Pick<DeliverDeps, "take" | "divide" | "settle" | "free" | "follow">,
  more: Partial<DeliverDeps> = {},
): DeliverDeps => ({
  ...store,
  send,
  left: () => 1000,
  count: () => undefined,
  random: () => 0,
  wallNow: Date.now,
  sleep: async () => undefined,
  edition: async () => null,
  board: async () => null,
  bug: (thrown) => {
    throw thrown;
  },
  sideBySide: 6,
  bases: API_BASES,
  unsubscribeLinks: { to: () => null },
  language: "en",
  presses: new Set<string>(),
  pictures: {
    drawer: async () => () => new Uint8Array(),
    publicUrl: null,
    mostFiles: 0,
    writeTable: () => new Uint8Array(),
  },
  ...more,
});
