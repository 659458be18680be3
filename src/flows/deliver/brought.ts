import type { ShownBoard } from "../board/notice.ts";
import type { Edition } from "../digest/digest.ts";
import type { TakenDelivery } from "./outbox.ts";

/** What a delivery brings in place of events; null where that is no longer kept. */
export type Attachments = { edition: Edition | null } | { board: ShownBoard | null };

export interface AttachmentsDeps {
  /** The edition of a digest that a delivery brings; null where it is no longer kept. */
  edition(id: string): Promise<Edition | null>;
  /** The board whose message a delivery keeps; null where it is no longer kept. */
  board(id: string): Promise<ShownBoard | null>;
}

/** What a delivery brings; null where that is events. */
export async function attachmentsOf(
  { edition, board }: TakenDelivery,
  deps: AttachmentsDeps,
): Promise<Attachments | null> {
  if (edition !== null) return { edition: await deps.edition(edition) };
  return board === null ? null : { board: await deps.board(board) };
}
