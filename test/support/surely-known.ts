import type { Horizon } from "../../src/core/knowledge.ts";

/** A horizon before which nothing becomes unknown by itself: every target was polled just now. */
export const surelyKnown = (): Promise<Horizon> =>
  Promise.resolve({
    now: 0,
    turn: 0,
    lastProof: Number.MAX_SAFE_INTEGER,
    lastVerdict: Number.MAX_SAFE_INTEGER,
    refused: {},
  });
