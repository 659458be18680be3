import type { Asked } from "../http/route.ts";
import type { Scope } from "../../resources/tokens/scopes.ts";
import type { Flash, FlashTools } from "./flash.ts";
import type { Fields } from "./forms/fields.ts";
import type { PagePorts } from "./ports.ts";
import type { Session } from "./session.ts";

/** The name of a port: what a page may need of the rest. */
export type Port = keyof PagePorts;

/** What the frame of every page is drawn from, and what carries a change's words to the next one. */
interface Frame extends FlashTools, Pick<PagePorts, "shell"> {
  /** Checks per minute. */
  perMinute: number;
}

/** One request for a page, whose session, scope and form are in order; with the ports that the page needs and no others. */
export interface PageContext<Needs extends Port = never, Who extends Session | null = Session> {
  request: Request;
  url: URL;
  params: Record<string, string>;
  ports: Pick<PagePorts, Needs>;
  frame: Frame;
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
  /** The same under the API's name of another operation, with an entry of its own. */
  writing(operation: string): Asked["write"];
}

/** A page is drawn anew each minute: it says how long ago something was, others may have changed what it shows, and ticks may have ended. */
const DRAWN_EVERY_MS = 60_000;

/** What a page is made of that is drawn from this version: its tab says so when it asks again. */
export const drawnFrom = (version: string, { now, zone }: Pick<PageContext, "now" | "zone">): string =>
  `${version}.${Math.floor(now / DRAWN_EVERY_MS)}.${zone}`;

declare const CHECKED: unique symbol;

interface Declared<Needs extends Port> {
  /** True where somebody whose token is limited to watchlists may open it. */
  withinLists?: true;
  /** As the API writes it: `/creators/{id}`. */
  path: string;
  /** What it gets of the ports. */
  needs: readonly Needs[];
}

type Handle<Needs extends Port, Who extends Session | null = Session> = (
  context: PageContext<NoInfer<Needs>, Who>,
) => Promise<Response>;

type PageOf<Needs extends Port> = Declared<Needs> &
  (
    | { method: "get"; scope: "public"; handle: Handle<Needs, Session | null> }
    | { method: "get"; scope: Scope; handle: Handle<Needs> }
    /** Without a session: only what signs in or out. */
    | { method: "post"; scope: "public"; handle: Handle<Needs, Session | null> }
    | {
        method: "post";
        scope: Scope;
        /** What the audit log calls it: the API's own name for the same thing. */
        operation: string;
        /** False where nothing is changed or sent, as with the API's operation. */
        audited?: false;
        handle: Handle<Needs>;
      }
  );

/** A page that shows, or what a form of one sends to, as data: registered and guarded from this alone. `page` makes it. */
export type Page = PageOf<Port> & { readonly [CHECKED]: true };

/** Declares a page. The compiler has held what it needs against what it reaches here; the ports of others are not there. */
export const page = <const Needs extends Port = never>(declared: PageOf<Needs>): Page => declared as unknown as Page;

/** A request as a page gets it: with the ports alone that it needs. */
export const given = <Who extends Session | null>(
  { needs }: Pick<Page, "needs">,
  context: PageContext<Port, Who>,
): PageContext<Port, Who> => ({
  ...context,
  ports: Object.fromEntries(needs.map((need) => [need, context.ports[need]])) as unknown as PagePorts,
});

/** A page that shows something to those who may read, or do more where it says so. */
export const pageAt = <const Needs extends Port>(
  path: string,
  needs: readonly Needs[],
  handle: Handle<Needs>,
  scope: Scope = "read",
): Page => page({ method: "get", path, scope, needs, handle });

/** What the forms of a place send to, by those who may write: a path below its own, the API's name for it, what it needs, and what is done. */
export const formsAt =
  (place: string, scope: Scope = "write") =>
  <const Needs extends Port>(path: string, operation: string, needs: readonly Needs[], handle: Handle<Needs>): Page =>
    page({ method: "post", path: place + path, scope, operation, needs, handle });

/** The same of what shows what would come of a form, and changes and sends nothing: the audit log says nothing of it. */
export const trialsAt =
  (place: string) =>
  <const Needs extends Port>(path: string, operation: string, needs: readonly Needs[], handle: Handle<Needs>): Page =>
    page({ method: "post", path: place + path, scope: "write", operation, audited: false, needs, handle });

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
