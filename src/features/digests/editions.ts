import type { DeliveryStatus } from "../../core/delivery.ts";

/** An edition in a list. Instants are epoch ms. */
export interface ListedEdition {
  from: number;
  to: number;
  madeAt: number;
  /** The watchlist's name if there is an edition for each; otherwise null. */
  list: string | null;
  /** False while its content is computed. */
  written: boolean;
  /** The message that carried it; null if the channel was another one. */
  message: { id: string; status: DeliveryStatus; sentAt: number | null } | null;
}

export interface EditionPorts {
  /** Returns the latest editions of a digest. */
  editions(digestId: string): Promise<ListedEdition[]>;
}
