import type { Session } from "../session.ts";

/** What every part of one page may ask for. */
export interface Scene {
  session: Session | null;
  nonce: string;
  /** The reader's time zone. */
  zone: string;
  /** Wall clock, epoch ms. */
  now: number;
}

// Hono's own contexts bring its renderer for browsers along, twice as much code as all else of its JSX that is used here.
let current: Scene = { session: null, nonce: "", zone: "UTC", now: 0 };

/** The text of a page or a part, drawn at once: whatever it is made of sees this scene. */
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
