import type { Actor } from "../../../http/auth.ts";
import type { PageContext } from "../../../ui/page.ts";
import type { Session } from "../../../ui/session.ts";

export interface ZonePorts {
  team: {
    /** Sets the time zone of an installation in which nothing is watched yet and that has none. */
    begin(timezone: string): Promise<void>;
  };
}

/**
 * Makes the time zone of the first owner's browser that of the team. Nothing happens where something is watched already,
 * or where a zone is set.
 */
export async function beginZone(
  { ports, readerZone }: PageContext<ZonePorts, Session | null>,
  { scope, watchlistIds }: Actor,
): Promise<void> {
  if (readerZone !== null && scope === "admin" && watchlistIds === null) await ports.team.begin(readerZone);
}
