import type { HealthSnapshot } from "../core/health-snapshot.ts";
import type { CorePorts } from "../http/ports.ts";

/** A watchlist with its name. */
export interface NamedList {
  id: string;
  name: string;
}

/** What every page is rendered with. Features declare what they need beyond it, next to their pages. */
export interface PagePorts extends CorePorts {
  /**
   * Returns the health snapshot, null if the database does not answer, and how many are live, counting at most a
   * hundred. The version changes with each tick and each batch of polls.
   */
  shell(): Promise<{
    pulse: HealthSnapshot | null;
    onAir: number;
    demo: boolean;
    timezone: string | null;
    version: string | null;
  }>;
  /** Returns watchlists to choose from, including those with these ids. */
  lists(own: string[]): Promise<NamedList[]>;
}
