import type { Session } from "../session.ts";

/** What every part of a page can access. */
export interface Scene {
  session: Session | null;
  nonce: string;
  /** The time zone of the page. */
  zone: string;
  /** The time zone that the reader's browser reported; null if it did not. */
  readerZone: string | null;
  /** Wall clock, epoch ms. */
  now: number;
}

// Hono's contexts would pull in its browser renderer, twice as much code as everything else of its JSX in use here.
let current: Scene = { session: null, nonce: "", zone: "UTC", readerZone: null, now: 0 };

/** Renders a page or a part synchronously; everything in it sees this scene. */
export function drawnIn(scene: Scene, node: { toString(): string | Promise<string> }): string {
  const before = current;
  current = scene;
  try {
    return node.toString() as string;
  } finally {
    current = before;
  }
}

export const useScene = (): Scene => current;
