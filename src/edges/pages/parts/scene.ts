import { createContext, useContext } from "hono/jsx";
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

export const SceneContext = createContext<Scene>({ session: null, nonce: "", zone: "UTC", now: 0 });

export const useScene = (): Scene => useContext(SceneContext);
