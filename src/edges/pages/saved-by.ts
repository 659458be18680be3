import type { PageContext } from "./page.ts";

/** As many of the newest entries are looked at. */
const MAX_LOOKED_AT = 30;

/** Who saved a record last, and when, as far as the latest entries of the audit log say. */
export async function savedBy(
  id: string,
  { ports, session }: PageContext<"audit">,
): Promise<{ name: string; at: number } | null> {
  const { items } = await ports.audit.list({ limit: MAX_LOOKED_AT, after: null });
  const last = items.find(({ subject, status }) => subject === id && (status ?? 500) < 400);
  if (last === undefined) return null;
  const { tokenId, tokenName, at } = last;
  if (tokenId === session.actor.tokenId) return { name: "You (elsewhere)", at };
  return { name: tokenId === null ? "Owner" : tokenName, at };
}
