import type { AuditEntry } from "../../../db/audit-view.ts";
import { type Actor, networkOf } from "../../../http/auth.ts";
import { enterAll, enterMerged } from "../../../http/merged-audit.ts";
import type { PageContext } from "../../../ui/page.ts";
import { addressOf, type Session } from "../../../ui/session.ts";

type Anybody = PageContext<unknown, Session | null>;

/** The actor of failed attempts. */
const NOBODY: Pick<Actor, "tokenId" | "name"> = { tokenId: null, name: "nobody" };

const entryOf = ({ ports, request }: Anybody, { tokenId, name }: Pick<Actor, "tokenId" | "name">): AuditEntry => ({
  at: ports.audit.wallNow(),
  tokenId,
  tokenName: name,
  operation: "signIn",
  subject: null,
  request: null,
  status: 200,
  address: addressOf(request),
});

/**
 * Records in the audit log that somebody signed in, and how, or signed out; `subject` is the sign-in's id. A failure to
 * write the log is ignored.
 */
export async function enter(
  context: Anybody,
  { id: subject, actor }: Pick<Session, "id" | "actor">,
  operation: "signIn" | "signInByLink" | "signInByAccess" | "signOut",
): Promise<void> {
  await enterAll(context.ports.audit, [{ ...entryOf(context, actor), operation, subject }]);
}

const BY = { token: "signIn", link: "signInByLink", access: "signInByAccess" } as const;

/** Records a failed attempt: one entry with a count for each network and ten minutes. */
export async function enterFailed(context: Anybody, by: "token" | "link" | "access"): Promise<void> {
  const entry = { ...entryOf(context, NOBODY), operation: BY[by], status: 401 };
  await enterMerged(context.ports.audit, entry, "sign-in", networkOf(entry.address ?? ""));
}

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
