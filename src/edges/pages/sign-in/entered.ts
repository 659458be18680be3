import type { AuditEntry } from "../../../flows/browse/audit-view.ts";
import type { Actor } from "../../http/auth.ts";
import { enterAll, enterMerged } from "../../http/entering.ts";
import { networkOf } from "../../http/failed-tries.ts";
import type { PageContext } from "../page.ts";
import { addressOf, type Session } from "../session.ts";

type Anybody = PageContext<"audit", Session | null>;

/** Who did not say, or not rightly, who they are. */
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

/** Enters in the audit log that somebody signed in, and by what, or out; `subject` is the sign-in's id. A log that cannot be written changes nothing. */
export async function enter(
  context: Anybody,
  { id: subject, actor }: Pick<Session, "id" | "actor">,
  operation: "signIn" | "signInByLink" | "signOut",
): Promise<void> {
  await enterAll(context.ports.audit, [{ ...entryOf(context, actor), operation, subject }]);
}

/** Enters that nobody was let in: one entry for each address and ten minutes, with a count. */
export async function enterFailed(context: Anybody, by: "token" | "link"): Promise<void> {
  const entry = { ...entryOf(context, NOBODY), operation: by === "link" ? "signInByLink" : "signIn", status: 401 };
  await enterMerged(context.ports.audit, entry, "sign-in", networkOf(entry.address ?? ""));
}
