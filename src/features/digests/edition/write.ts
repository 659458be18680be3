import { DAY_MS } from "../../../core/duration.ts";
import type { Content, Edition } from "../message/digest.ts";
import { gather, type GatherDeps } from "./gather.ts";

export interface WriteDeps extends GatherDeps {
  /** Claims an edition for this run until its lease ends; null if it is written, being written, or given up. */
  claim(editionId: string, now: number): Promise<Edition | null>;
  /** Stores the content, once. Then the edition can be sent. */
  keep(editionId: string, content: Content, pictures: { key: string; until: number }): Promise<void>;
  /** Creates an unguessable text. */
  newKey(): string;
  wallNow(): number;
}

/** How long the pictures of an edition can be fetched, wall clock. Chats store copies. */
const PICTURES_FOR_MS = 30 * DAY_MS;

/** Writes an edition. Returns false if there is nothing to write. */
export async function writeEdition(editionId: string, now: number, deps: WriteDeps): Promise<boolean> {
  const edition = await deps.claim(editionId, now);
  if (edition === null) return false;
  const content = await gather(edition.digest, edition, now, deps);
  await deps.keep(edition.id, content, { key: deps.newKey(), until: deps.wallNow() + PICTURES_FOR_MS });
  return true;
}
