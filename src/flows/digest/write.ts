import { DAY_MS } from "../../core/duration.ts";
import type { Content, Edition } from "./digest.ts";
import { gather, type GatherDeps } from "./gather.ts";

export interface WriteDeps extends GatherDeps {
  /** The edition, for this run alone until its lease ends; null where it is written, being written, or given up. */
  claim(editionId: string, now: number): Promise<Edition | null>;
  /** Keeps what it says, once; from then on it can be sent. */
  keep(editionId: string, content: Content, pictures: { key: string; until: number }): Promise<void>;
  /** Text that nobody guesses. */
  newKey(): string;
  wallNow(): number;
}

/** So long the pictures of an edition can be fetched, by the wall clock: chats keep copies. */
const PICTURES_FOR_MS = 30 * DAY_MS;

/** Writes an edition. False where there is nothing to write. */
export async function writeEdition(editionId: string, now: number, deps: WriteDeps): Promise<boolean> {
  const edition = await deps.claim(editionId, now);
  if (edition === null) return false;
  const content = await gather(edition.digest, edition, deps);
  await deps.keep(edition.id, content, { key: deps.newKey(), until: deps.wallNow() + PICTURES_FOR_MS });
  return true;
}
