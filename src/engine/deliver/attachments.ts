import type { DisplayedBoard } from "../../features/boards/message/notice.ts";
import type { Edition } from "../../features/digests/message/digest.ts";
import type { TakenDelivery } from "./outbox.ts";

/** What a delivery carries instead of events; null if it is no longer stored. */
export type Attachments = { edition: Edition | null } | { board: DisplayedBoard | null };

export interface AttachmentsDeps {
  /** The digest edition of a delivery; null if it is no longer stored. */
  edition(id: string): Promise<Edition | null>;
  /** The board of a delivery; null if it is no longer stored. */
  board(id: string): Promise<DisplayedBoard | null>;
}

/** Reads what a delivery carries; null if it carries events. */
export async function attachmentsOf(
  { edition, board }: TakenDelivery,
  deps: AttachmentsDeps,
): Promise<Attachments | null> {
  if (edition !== null) return { edition: await deps.edition(edition) };
  return board === null ? null : { board: await deps.board(board) };
}
