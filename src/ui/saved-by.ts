import type { PageContext } from "./page.ts";
import { t } from "./words/text.ts";

/** How many of the newest audit entries are searched. */
const MAX_LOOKED_AT = 30;

/** Who saved a record last: with `own`, the reader in another tab or on another device. Epoch ms. */
export interface SavedBy {
  name: string;
  at: number;
  own: boolean;
}

/** Returns who saved a record last and when, or null if the latest audit entries do not say. */
export async function savedBy(id: string, { ports, session }: PageContext<"audit">): Promise<SavedBy | null> {
  const { items } = await ports.audit.list({ limit: MAX_LOOKED_AT, after: null });
  const last = items.find(({ subject, status }) => subject === id && (status ?? 500) < 400);
  if (last === undefined) return null;
  const { tokenId, tokenName, at } = last;
  if (tokenId === session.actor.tokenId) return { name: t("You"), at, own: true };
  return { name: tokenId === null ? t("Owner") : tokenName, at, own: false };
}
