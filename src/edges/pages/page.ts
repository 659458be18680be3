import type { Asked } from "../http/route.ts";
import type { Scope } from "../../resources/tokens/scopes.ts";
import type { Flash } from "./flash.ts";
import type { Fields } from "./forms/fields.ts";
import type { PagePorts } from "./ports.ts";
import type { Session } from "./session.ts";

/** One request for a page, whose session, scope and form are in order. */
export interface Visit<Who extends Session | null = Session> {
  request: Request;
  url: URL;
  params: Record<string, string>;
  ports: PagePorts;
  /** Who is signed in; null on public pages. */
  session: Who;
  /** Of this answer's scripts and styles. */
  nonce: string;
  /** The reader's time zone, UTC where nobody knows. */
  zone: string;
  /** Wall clock, epoch ms. */
  now: number;
  /** What the last change says, shown once. */
  flash: Flash | null;
  /** What was sent by a form; empty for a GET. */
  fields: Fields;
  /** Writes steps in one batch with their audit entry, as the API's operations do. */
  write: Asked["write"];
}

/** A page is drawn anew each minute: it says how long ago something was, others may have changed what it shows, and ticks may have ended. */
const DRAWN_EVERY_MS = 60_000;

/** What a page is made of that is drawn from this version: its tab says so when it asks again. */
export const drawnFrom = (version: string, { now, zone }: Pick<Visit, "now" | "zone">): string =>
  `${version}.${Math.floor(now / DRAWN_EVERY_MS)}.${zone}`;

interface Declared {
  /** True where somebody whose token is limited to watchlists may open it. */
  withinLists?: true;
  /** As the API writes it: `/creators/{id}`. */
  path: string;
}

/** A page that shows, or what a form of one sends to, as data: registered and guarded from this alone. */
export type Page = Declared &
  (
    | { method: "get"; scope: "public"; handle(visit: Visit<Session | null>): Promise<Response> }
    | { method: "get"; scope: Scope; handle(visit: Visit): Promise<Response> }
    /** Without a session: only what signs in or out. */
    | { method: "post"; scope: "public"; handle(visit: Visit<Session | null>): Promise<Response> }
    | {
        method: "post";
        scope: Scope;
        /** What the audit log calls it: the API's own name for the same thing. */
        operation: string;
        /** False where nothing is changed or sent, as with the API's operation. */
        audited?: false;
        handle(visit: Visit): Promise<Response>;
      }
  );

/** What the forms of a place send to, by those who may write: a path below its own, the API's name for it, and what is done. */
export const formsAt =
  (place: string) =>
  (path: string, operation: string, handle: (visit: Visit) => Promise<Response>): Page => ({
    method: "post",
    path: place + path,
    scope: "write",
    operation,
    handle,
  });

/** Goes on at a path of ours, by GET. */
export function seeOther(path: string, ...cookies: string[]): Response {
  const headers = new Headers({ location: path });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/**
 * A path of this host that a form or an address named; `/` for anything that leads elsewhere. What is answered is read once more:
 * `/.//host` is a path of ours, and `//host`, which is left of it, another host.
 */
export function ownPath(text: string | null | undefined, { origin }: URL): string {
  if (text == null || !text.startsWith("/")) return "/";
  const url = URL.parse(text, origin);
  if (url === null || url.origin !== origin) return "/";
  const path = url.pathname + url.search;
  return URL.parse(path, origin)?.origin === origin ? path : "/";
}
