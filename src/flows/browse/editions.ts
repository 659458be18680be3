import type { DeliveryStatus } from "../../core/delivery.ts";

/** One digest as it came. Epoch ms. */
export interface ListedEdition {
  from: number;
  to: number;
  madeAt: number;
  /** False while it is summed up. */
  written: boolean;
  /** The message that brought it; null where its channel was another one. */
  message: { id: string; status: DeliveryStatus; sentAt: number | null } | null;
}
