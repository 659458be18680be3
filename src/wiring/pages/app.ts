import type { Context } from "hono";
import type { HonoBase } from "hono/hono-base";
import { base32 } from "../../core/ids.ts";
import { isTimezone } from "../../core/calendar.ts";
import { type AppEnv, honoPath } from "../api/app.ts";
import { type AuditContext, audited, noteRefused, writerOf } from "../api/audited.ts";
import { reaches, withinLimit } from "../../http/auth.ts";
import { portsFor } from "../api/limited.ts";
import { Problem } from "../../http/problem.ts";
import { onceFor } from "../../http/idempotency.ts";
import { readOnly } from "../../http/route.ts";
import { sha256Hex } from "../../core/sha256.ts";
import { assetNamed } from "../../ui/assets.ts";
import { flashOf, undoablesOf, withoutUndone } from "../../ui/flash.ts";
import {
  Fields,
  FORM_BYTES,
  FORM_KEY,
  ONCE_KEY,
  readFields,
  readSentFields,
  UNDO_UNTIL,
} from "../../ui/forms/fields.ts";
import { translationFor } from "../../ui/language.ts";
import { isOwnForm } from "../../ui/origin.ts";
import { drawnFrom, type Page, type PageContext } from "../../ui/page.ts";
import { pages, type SitePorts } from "./pages.ts";
import { cookieOf, type Session, sessionOf, VERSION_HEADER } from "../../ui/session.ts";
import { marked, speaking, t } from "../../ui/words/text.ts";
import { enterByAccess } from "../../features/sign-in/page/access.ts";
import { NO_PATH, troubled } from "./error-pages.tsx";
import type { Scope } from "../../features/people/resource/scopes.ts";

const NEEDED: Record<Scope, string> = {
  read: marked("You need read access for this."),
  write: marked("You need write access for this."),
  admin: marked("Only an owner can do this."),
};

/** The Problem for somebody without this scope. */
const accessNeeded = (scope: Scope): Problem => new Problem(403, t(NEEDED[scope]));

type HonoContext = Context<AppEnv<SitePorts>>;

/** Adds the pages to the API's app. */
export function addPages(app: HonoBase<AppEnv<SitePorts>>): void {
  for (const page of pages) app.on(page.method, honoPath(page.path), (c) => spoken(c, () => answer(page, c)));
  app.get(
    "/assets/:name",
    async (c) => (await assetNamed(c.req.param("name"), c.get("ports"))) ?? new Problem(404, NO_PATH).response(),
  );
  app.notFound(async (c) => {
    const problem = new Problem(404, NO_PATH);
    const browses = (c.req.header("accept") ?? "").includes("text/html");
    return browses ? spoken(c, () => troubled(arrived(c), problem)) : problem.response();
  });
}

/** Answers in the reader's language. */
const spoken = async (c: HonoContext, action: () => Promise<Response>): Promise<Response> =>
  speaking(await translationFor(c.req.raw, c.get("ports")), action);

/** Asks to sign in, which the sign-in page does instead. */
const SESSION_NEEDED = "Sign in first.";
const FOREIGN = marked("This form is from another session or another site. Reload the page and try again.");

/** Finds the session, or starts one for a person that Cloudflare Access confirms, and answers. */
async function answer(page: Page<SitePorts>, c: HonoContext): Promise<Response> {
  const context = arrived(c);
  try {
    const known = await sessionOf(context);
    const entered = known === null && wantsSession(page, context) ? await enterByAccess(context) : null;
    if (entered instanceof Response) return entered;
    const session = known ?? entered?.session ?? null;
    const { request, ports } = context;
    const undoables = await undoablesOf({ request, session, ports });
    const flash = await flashOf({ request, session, ports }, undoables);
    const zone = session?.timezone ?? context.zone;
    const response = await answered(page, { ...context, session, zone, flash, undoables });
    if (entered !== null) response.headers.append("set-cookie", entered.cookie);
    return response;
  } catch (thrown) {
    return troubled(context, thrown);
  }
}

/** True for a page that asks for a session. The first page does, unless a link opens it. */
const wantsSession = (
  { method, scope, path }: Pick<Page, "method" | "scope" | "path">,
  { url }: { url: URL },
): boolean => method === "get" && (scope !== "public" || (path === "/" && !url.searchParams.has("link")));

async function answered(page: Page<SitePorts>, arrival: PageContext<SitePorts, Session | null>): Promise<Response> {
  let context = arrival;
  try {
    if (page.method === "get") {
      if (page.scope === "public") return await page.handle(context);
      if (context.session === null) throw new Problem(401, SESSION_NEEDED);
      if (!reaches(context.session.actor, page.scope)) throw accessNeeded(page.scope);
      const requested = {
        ...context,
        session: context.session,
        ports: portsFor(page, context.session.actor, context.ports),
      };
      return isDisplayed(requested) ? new Response(null, { status: 204 }) : await page.handle(requested);
    }
    const read = page.scope === "public" && page.fromAnywhere === true ? readSentFields : readFields;
    if (read === readFields && !isOwnForm(context.request, context.url, context.ports.publicUrl))
      throw new Problem(403, FOREIGN);
    if (page.scope === "public")
      return await page.handle({ ...context, fields: await read(context.request, FORM_BYTES.anonymous) });
    const { session } = context;
    if (session === null) {
      context = { ...context, fields: await fieldsToKeep(context.request) };
      throw new Problem(401, SESSION_NEEDED);
    }
    await allowed(page, { ...context, session });
    context = { ...context, fields: await readFields(context.request, maxBytesOf(page), isImport(page)) };
    if (context.fields.text(FORM_KEY) !== session.formKey) throw new Problem(403, FOREIGN);
    refuseLateUndo(context);
    return await once(page, { ...context, session });
  } catch (thrown) {
    const response = await troubled(context, thrown);
    // What could not be undone is not offered again.
    if (context.fields.has(UNDO_UNTIL)) response.headers.append("set-cookie", await withoutUndone(context));
    return response;
  }
}

/** Whether the tab already shows the current version of the page. */
const isDisplayed = (context: PageContext<SitePorts>): boolean =>
  context.session.version !== null &&
  context.request.headers.get(VERSION_HEADER) === drawnFrom(context.session.version, context);

/** Throws the 409 Problem for an Undo that is too late, because its effect is no longer clear. */
function refuseLateUndo({ fields, now }: Pick<PageContext, "fields" | "now">): void {
  if (fields.has(UNDO_UNTIL) && !(now <= Number(fields.text(UNDO_UNTIL))))
    throw new Problem(
      409,
      t("You can undo a change for ten minutes. That time has passed, so change it back by hand."),
    );
}

type FormPage = Extract<Page<SitePorts>, { operation: string }>;

/** The fields of a form sent while signed out; empty if it is too long. */
const fieldsToKeep = (request: Request): Promise<Fields> =>
  readFields(request, FORM_BYTES.anonymous).catch(() => new Fields());

/** True for a form into which creators or their streams are pasted, or dropped as a file. */
const isImport = ({ operation }: FormPage): boolean => operation === "importTargets" || operation === "importSessions";

const maxBytesOf = (page: FormPage): number => (isImport(page) ? FORM_BYTES.import : FORM_BYTES.other);

function askingOf(
  { operation, audited: isAudited }: FormPage,
  { params, ports, session: { actor } }: PageContext<SitePorts>,
): AuditContext {
  const route = { operation, ...(isAudited === false ? { audited: isAudited } : {}) };
  return { route, params, query: {}, actor, ports };
}

/** Throws the 429 or 403 Problem if the sender may not send this form, before it is read. */
async function allowed(page: FormPage, context: PageContext<SitePorts>): Promise<void> {
  const { actor } = context.session;
  withinLimit(context.ports, actor);
  if (reaches(actor, page.scope)) return void portsFor(page, actor, context.ports);
  const refusal = accessNeeded(page.scope);
  await noteRefused(askingOf(page, context), context.request, refusal);
  throw refusal;
}

/**
 * Handles a form once per rendering: a double click, a reload or a second tab gets the first answer. Forms that change
 * nothing may be repeated.
 */
async function once(page: FormPage, context: PageContext<SitePorts>): Promise<Response> {
  const { request, url, fields, session, ports } = context;
  const drawing = fields.text(ONCE_KEY);
  if (page.audited === false || drawing === "") return carriedOut(page, context);
  const reported = JSON.stringify([session.formKey, drawing, url.pathname, url.search, fields.entries()]);
  const keyed = { key: await sha256Hex(`form ${reported}`), fingerprint: "form" };
  return onceFor(keyed, request, ports.idempotency, () => carriedOut(page, context));
}

/** Handles a form, with the audit entries of the API. */
function carriedOut(page: FormPage, context: PageContext<SitePorts>): Promise<Response> {
  const asking = askingOf(page, context);
  const { request } = context;
  const writing = (operation: string) => writerOf({ ...asking, route: { operation }, params: {} }, request, null);
  const requested = { ...context, write: writerOf(asking, request, null), writing };
  return audited(asking, request, () => page.handle(requested));
}

/** The time zone that a browser's script reported; null if it did not. */
function zoneOf(request: Request): string | null {
  const zone = cookieOf(request, "zone");
  return zone !== undefined && zone.length <= 64 && isTimezone(zone) ? zone : null;
}

/** The context of a request before sign-in is checked. */
function arrived(c: HonoContext): PageContext<SitePorts, Session | null> {
  const ports = c.get("ports");
  const readerZone = zoneOf(c.req.raw);
  return {
    request: c.req.raw,
    url: new URL(c.req.url),
    params: c.req.param(),
    ports,
    session: null,
    nonce: base32(ports.keep.randomBytes(26)),
    zone: readerZone ?? "UTC",
    readerZone,
    now: ports.keep.wallNow(),
    flash: null,
    undoables: [],
    fields: new Fields(),
    write: readOnly,
    writing: () => readOnly,
  };
}
