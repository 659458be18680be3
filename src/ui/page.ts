import type { RouteContext } from "../http/route.ts";
import type { Scope } from "../features/people/resource/scopes.ts";
import type { StoreDeps } from "../resources/write/write-resource.ts";
import { type Flash, flashed, type Shown, type Undoable } from "./flash.ts";
import type { Fields } from "./forms/fields.ts";
import type { PagePorts } from "./ports.ts";
import type { Session } from "./session.ts";
import { language, t } from "./words/text.ts";

/** How many of the newest audit entries are searched. */
const MAX_LOOKED_AT = 30;

/** Who saved a record last: with `own`, the reader in another tab or on another device. Epoch ms. */
export interface SavedBy {
  name: string;
  at: number;
  own: boolean;
}

/** Returns who saved a record last and when, or null if the latest audit entries do not say. */
export async function savedBy(id: string, { ports, session }: PageContext): Promise<SavedBy | null> {
  const { items } = await ports.audit.list({ limit: MAX_LOOKED_AT, after: null });
  const last = items.find(({ subject, status }) => subject === id && (status ?? 500) < 400);
  if (last === undefined) return null;
  const { tokenId, tokenName, at } = last;
  if (tokenId === session.actor.tokenId) return { name: t("You"), at, own: true };
  return { name: tokenId === null ? t("Owner") : tokenName, at, own: false };
}

/**
 * Returns the dependencies that store a record for a page. The audit entry has the API's status and is written with it.
 */
export const storeDeps = ({ ports, session, params, write }: PageContext, status: 200 | 201 | 204): StoreDeps => ({
  ...ports.keep,
  by: session.actor.name,
  write: (steps, written) =>
    write(steps, { status, body: null, headers: {}, subject: written?.one.id ?? params["id"] ?? null }),
});

/** The same for a record beside the one that the form is about, with an audit entry of its own operation. */
export const storeDepsAs = (operation: string, context: PageContext, status: 200 | 201 | 204): StoreDeps =>
  storeDeps({ ...context, params: {}, write: context.writing(operation) }, status);

/** A request for a page after its session, scope and form were checked, with the ports that the page needs. */
export interface PageContext<Need = unknown, Who extends Session | null = Session> {
  request: Request;
  url: URL;
  params: Record<string, string>;
  ports: PagePorts & Need;
  /** The session; null on public pages. */
  session: Who;
  /** The nonce of this response's scripts and styles. */
  nonce: string;
  /** The time zone of the page: the team's, else the reader's, else UTC. */
  zone: string;
  /** The time zone that the reader's browser reported; null if it did not. */
  readerZone: string | null;
  /** Wall clock, epoch ms. */
  now: number;
  /** The flash of the last change, shown once. */
  flash: Shown | null;
  /** The changes that can still be undone, latest first. */
  undoables: Undoable[];
  /** The fields of a form; empty for a GET. */
  fields: Fields;
  /** Writes steps in one batch with their audit entry, as the API's operations do. */
  write: RouteContext["write"];
  /** Does the same under another operation's name, with an entry of its own. */
  writing(operation: string): RouteContext["write"];
}

/** The zone in which days and months are counted: the team's, else UTC. It is the same for every reader. */
export const countingZone = ({ session }: Pick<PageContext, "session">): string => session.timezone ?? "UTC";

/**
 * How long a rendered page counts as current. Relative times age, and ticks and other users change what a page shows.
 */
const DRAWN_EVERY_MS = 60_000;

/** Returns the version of a rendered page. Its tab sends it when it polls. */
export const drawnFrom = (version: string, { now, zone }: Pick<PageContext, "now" | "zone">): string =>
  `${version}.${Math.floor(now / DRAWN_EVERY_MS)}.${zone}.${language()}`;

declare const CHECKED: unique symbol;

interface Declared {
  /** True if a token that is limited to watchlists may open it. */
  withinLists?: true;
  /** The path, as in the API: `/creators/{id}`. */
  path: string;
}

type Handle<Need, Who extends Session | null = Session> = (context: PageContext<Need, Who>) => Promise<Response>;

type PageOf<Need> = Declared &
  (
    | { method: "get"; scope: "public"; handle: Handle<Need, Session | null> }
    | { method: "get"; scope: Scope; handle: Handle<Need> }
    /** Without a session: signing in and out, and unsubscribing. */
    | {
        method: "post";
        scope: "public";
        /** True if mail programs may send the form too. Then its address must say everything: cookies mean nothing. */
        fromAnywhere?: true;
        handle: Handle<Need, Session | null>;
      }
    | {
        method: "post";
        scope: Scope;
        /** The operation in the audit log: the name of its counterpart in the API. */
        operation: string;
        /** False if nothing is changed or sent, as for the API's operation. */
        audited?: false;
        handle: Handle<Need>;
      }
  );

/**
 * A page that shows something, or the target of a form, over the ports that it needs. Routing and access checks use this
 * declaration alone.
 */
export type Page<Need = never> = PageOf<Need> & { readonly [CHECKED]: true };

/** Declares a page. */
export const page = <Need = unknown>(declared: PageOf<Need>): Page<Need> => declared as unknown as Page<Need>;

/** Declares a page for readers, or for a higher scope. */
export const pageAt = <Need = unknown>(path: string, handle: Handle<Need>, scope: Scope = "read"): Page<Need> =>
  page({ method: "get", path, scope, handle });

/**
 * Declares the targets of forms below a path, for writers: the subpath, the operation's name in the API, and the handler.
 */
export const formsAt =
  (place: string, scope: Scope = "write") =>
  <Need = unknown>(path: string, operation: string, handle: Handle<Need>): Page<Need> =>
    page({ method: "post", path: place + path, scope, operation, handle });

/** Does the same for forms that only preview their result; they are not audited. */
export const trialsAt =
  (place: string) =>
  <Need = unknown>(path: string, operation: string, handle: Handle<Need>): Page<Need> =>
    page({ method: "post", path: place + path, scope: "write", operation, audited: false, handle });

/** Redirects to a path of the app by GET. */
export function seeOther(path: string, ...cookies: string[]): Response {
  const headers = new Headers({ location: path });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/**
 * Returns the path on this host that a form or an address named, or `/` if it leads elsewhere. The result is parsed
 * again, because `/.//host` is on this host while its normalized form `//host` is not.
 */
export function ownPath(text: string | null | undefined, { origin }: URL): string {
  if (text == null || !text.startsWith("/")) return "/";
  const url = URL.parse(text, origin);
  if (url === null || url.origin !== origin) return "/";
  const path = url.pathname + url.search;
  return URL.parse(path, origin)?.origin === origin ? path : "/";
}

/** Redirects to a page, which then shows a message. */
export const backTo = async (
  path: string,
  flash: Flash,
  context: Pick<PageContext, "request" | "session" | "ports" | "fields">,
): Promise<Response> => seeOther(path, ...(await flashed(path, flash, context)));
