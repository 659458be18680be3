import type { AuditEntry } from "../../../flows/browse/audit-view.ts";
import type { Actor } from "../../http/auth.ts";
import { networkOf } from "../../http/failed-tries.ts";
import type { Visit } from "../page.ts";
import { addressOf, type Session } from "../session.ts";

type Anybody = Visit<Session | null>;

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
  visit: Anybody,
  { id: subject, actor }: Pick<Session, "id" | "actor">,
  operation: "signIn" | "signInByLink" | "signOut",
): Promise<void> {
  const { audit } = visit.ports;
  const entry = { ...entryOf(visit, actor), operation, subject };
  await audit.add([entry]).catch((thrown: unknown) => audit.failed(thrown, entry));
}

const WINDOW_MS = 600_000;

/** Of more addresses in a window one entry tells. */
const MOST_ADDRESSES = 100;

/** What this isolate counted in the running window, by address. */
const counts = new Map<string, number>();
let running = 0;

/**
 * Enters that nobody was let in: one entry for each address and ten minutes. It is written with the first try, the second, the fourth and
 * so on, so its `count` is the tries or more than half of them, and nobody can fill the log or use up what the database may write.
 */
export async function enterFailed(visit: Anybody, by: "token" | "link"): Promise<void> {
  const { audit } = visit.ports;
  const entry = { ...entryOf(visit, NOBODY), operation: by === "link" ? "signInByLink" : "signIn", status: 401 };
  const window = Math.floor(entry.at / WINDOW_MS);
  if (window !== running) counts.clear();
  running = window;
  const own = networkOf(entry.address ?? "");
  const among = counts.has(own) || counts.size < MOST_ADDRESSES;
  const network = among ? own : "others";
  const count = (counts.get(network) ?? 0) + 1;
  counts.set(network, count);
  if (!Number.isInteger(Math.log2(count))) return;
  const key = `sign-in/${window}/${network}`;
  const told = among ? entry : { ...entry, address: null };
  await audit
    .merge(told, key, Math.ceil(count / 2))
    .catch((thrown: unknown) => audit.failed(thrown, { ...told, request: null }));
}
