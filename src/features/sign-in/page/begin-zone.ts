import type { Actor } from "../../../http/auth.ts";
import type { PageContext } from "../../../ui/page.ts";
import type { Session } from "../../../ui/session.ts";

/**
 * Makes the time zone of the first owner's browser that of the team. Nothing happens where something is watched already,
 * or where a zone is set.
 */
export async function beginZone(
  { ports, readerZone }: PageContext<"team", Session | null>,
  { scope, watchlistIds }: Actor,
): Promise<void> {
  if (readerZone !== null && scope === "admin" && watchlistIds === null) await ports.team.begin(readerZone);
}
