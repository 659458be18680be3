import type { CreatedKey, Listed, Page, SeqKey } from "../core/page.ts";
import type { Narrowed } from "../core/filter.ts";
import type { Result } from "../core/result.ts";
import type { Act, AuditEntry } from "../db/audit-view.ts";
import type { AnyStored, Base, Declared } from "../resources/resource.ts";
import type { Refused, Step } from "../resources/step.ts";
import type { StoreDeps } from "../resources/write/write-resource.ts";
import type { Actor, Identify, WriteLimit } from "./auth.ts";
import type { IdempotencyPorts } from "./idempotency.ts";
import type { Inside } from "./inside.ts";

/** What every request is handled with. Features declare what they need beyond it, next to their routes and pages. */
export interface CorePorts {
  identify: Identify;
  /** PUBLIC_URL without a trailing slash; null if not set. */
  publicUrl: string | null;
  /** True on Cloudflare, false on a host of our own. */
  isDeployed: boolean;
  idempotency: IdempotencyPorts;
  audit: {
    /** Returns false if the log has reached its daily limit of entries without a change. */
    add(entries: AuditEntry[]): Promise<boolean>;
    /** Counts an action in a shared entry, ignoring the limit with `always`. Returns false like `add`. */
    merge(entry: AuditEntry, key: string, more: number, always: boolean): Promise<boolean>;
    /** Reports that an entry could not be written. */
    failed(thrown: unknown, entry: AuditEntry): void;
    list(page: Page<SeqKey>): Promise<Listed<AuditEntry, SeqKey>>;
    wallNow(): number;
  };
  writes: WriteLimit;
  /** The records of all resources. */
  keep: Omit<StoreDeps, "write" | "by"> & {
    known<One extends Base>(of: Declared<One>, ids: string[]): Promise<One[]>;
    list(of: Declared, narrowed: Narrowed, page: Page<CreatedKey>): Promise<Listed<AnyStored, CreatedKey>>;
    named(of: Declared, texts: string[]): Promise<Map<string, string>>;
    writeAs(steps: Step[], act: Act): Promise<Result<null, Refused>>;
  };
  /** Static files deployed with the Worker: the OpenAPI document, its page, and what all pages load. */
  files: {
    read(
      name:
        | "openapi.json"
        | "api.html"
        | "assets/page.css"
        | "assets/page.js"
        | "assets/third-party.txt"
        | `assets/texts-${string}.json`,
    ): Promise<Response>;
  };
  /** Number of rows up to which a CSV answer is not streamed. */
  mostCsvRows: number;
  /** D1 statements that the plan still allows this request. */
  statementsLeft: () => number;
  /** Calls the API as an actor, from inside. */
  inside(actor: Actor): Inside;
}

/** The base of links: the public address, or else that of the request. */
export const linkBase = ({ publicUrl }: Pick<CorePorts, "publicUrl">, url: string | URL): string =>
  publicUrl ?? new URL(url).origin;

/** The link of an invitation, with its secret in the query. */
export const invitationLink = (ports: Pick<CorePorts, "publicUrl">, url: string | URL, secret: string): string =>
  `${linkBase(ports, url)}/?link=${secret}`;
