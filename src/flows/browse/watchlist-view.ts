import { iso } from "../../core/instant.ts";

export interface Watchlist {
  id: string;
  name: string;
  description: string;
  createdAt: number;
}

/** A watchlist as the API shows it. */
export const watchlistView = ({ id, name, description, createdAt }: Watchlist) => ({
  id,
  name,
  description,
  createdAt: iso(createdAt),
});
