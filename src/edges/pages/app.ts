import type { Context } from "hono";
import type { HonoBase } from "hono/hono-base";
import { base32 } from "../../core/ids.ts";
import { isTimezone } from "../../core/calendar.ts";
import { honoPath, type AppEnv } from "../http/app.ts";
import { audited, noteRefused, writerOf, type Asking } from "../http/audited.ts";
import { reaches, withinLimit } from "../http/auth.ts";
import { portsFor } from "../http/limited.ts";
import { Problem } from "../http/problem.ts";
import { onceFor, SUMMARY_TYPE } from "../http/idempotency.ts";
import { readOnly } from "../http/route.ts";
import { sha256Hex } from "../sha256.ts";
import { assetNamed } from "./assets.ts";
import { flashOf } from "./flash.ts";
import { Fields, FORM_BYTES, FORM_KEY, ONCE_KEY, readFields, UNDO_UNTIL } from "./forms/fields.ts";
import { isOwnForm } from "./origin.ts";
import { drawnFrom, given, ownPath, seeOther, type Page, type Port, type PageContext } from "./page.ts";
import { pages } from "./pages.ts";
import type { PagePorts } from "./ports.ts";
import { cookieOf, sessionOf, VERSION_HEADER, type Session } from "./session.ts";
import { NO_PATH, troubled } from "./trouble.tsx";

type HonoContext = Context<AppEnv<PagePorts>>;

/** Serves the pages beside the API. */
export function addPages(app: HonoBase<AppEnv<PagePorts>>): void {
  for (const page of pages) app.on(page.method, honoPath(page.path), (c) => answer(page, c));
  app.get(
    "/assets/:name",
    async (c) => (await assetNamed(c.req.param("name"), c.get("ports"))) ?? new Problem(404, NO_PATH).response(),
  );
  app.notFound(async (c) => {
    const problem = new Problem(404, NO_PATH);
    const browses = (c.req.header("accept") ?? "").includes("text/html");
    return browses ? troubled(arrived(c), problem) : problem.response();
  });
}

const SESSION_NEEDED = "Sign in first.";
const FOREIGN = "This form is from another session or another site. Reload the page and try again.";

async function answer(page: Page, c: HonoContext): Promise<Response> {
  let context = arrived(c);
  try {
    context = {
      ...context,
      session: await sessionOf(context),
      flash: await flashOf(context.request, context.ports),
    };
    if (page.method === "get") {
      if (page.scope === "public") return await page.handle(given(page, context));
      if (context.session === null) throw new Problem(401, SESSION_NEEDED);
      if (!reaches(context.session.actor, page.scope))
        throw new Problem(403, `You need ${page.scope} access for this.`);
      const asked = {
        ...context,
        session: context.session,
        ports: portsFor(page, context.session.actor, context.ports),
      };
      return isShown(asked) ? new Response(null, { status: 204 }) : await page.handle(given(page, asked));
    }
    if (!isOwnForm(context.request, context.url, context.ports.publicUrl)) throw new Problem(403, FOREIGN);
    if (page.scope === "public")
      return await page.handle(
        given(page, { ...context, fields: await readFields(context.request, FORM_BYTES.anonymous) }),
      );
    const { session } = context;
    if (session === null) {
      context = { ...context, fields: await fieldsToKeep(context.request) };
      throw new Problem(401, SESSION_NEEDED);
    }
    await allowed(page, { ...context, session });
    context = { ...context, fields: await readFields(context.request, maxBytesOf(page)) };
    if (context.fields.text(FORM_KEY) !== session.formKey) throw new Problem(403, FOREIGN);
    refuseLateUndo(context);
    return await once(page, { ...context, session });
  } catch (thrown) {
    return troubled(context, thrown);
  }
}

/** True for a tab that shows what the page would be drawn from now. */
const isShown = (context: PageContext<Port>): boolean =>
  context.session.version !== null &&
  context.request.headers.get(VERSION_HEADER) === drawnFrom(context.session.version, context);

/** Throws the 409 Problem where an Undo comes too late: nobody knows any more what it would take back. */
function refuseLateUndo({ fields, now }: Pick<PageContext, "fields" | "now">): void {
  if (fields.has(UNDO_UNTIL) && !(now <= Number(fields.text(UNDO_UNTIL))))
    throw new Problem(409, "You can undo a change for ten minutes. That time has passed, so change it back by hand.");
}

type FormPage = Extract<Page, { operation: string }>;

/** What somebody typed who was signed out meanwhile; nothing of a form that is longer than that is worth. */
const fieldsToKeep = (request: Request): Promise<Fields> =>
  readFields(request, FORM_BYTES.anonymous).catch(() => new Fields());

const maxBytesOf = ({ operation }: FormPage): number =>
  operation === "importTargets" ? FORM_BYTES.import : FORM_BYTES.other;

function askingOf(
  { operation, audited: isAudited }: FormPage,
  { params, ports, session: { actor } }: PageContext<Port>,
): Asking {
  const route = { operation, ...(isAudited === false ? { audited: isAudited } : {}) };
  return { route, params, query: {}, actor, ports };
}

/** Throws the 429 or 403 Problem of who may not send this form, before any of it is read. */
async function allowed(page: FormPage, context: PageContext<Port>): Promise<void> {
  const { actor } = context.session;
  withinLimit(context.ports, actor);
  if (reaches(actor, page.scope)) return void portsFor(page, actor, context.ports);
  const refusal = new Problem(403, `You need ${page.scope} access for this.`);
  await noteRefused(askingOf(page, context), context.request, refusal);
  throw refusal;
}

/**
 * What a form asks for, once for each drawing of it: a double click, a reload or a second tab gets the first answer. What changes
 * nothing may be asked for again.
 */
async function once(page: FormPage, context: PageContext<Port>): Promise<Response> {
  const { request, url, fields, session, ports } = context;
  const drawing = fields.text(ONCE_KEY);
  if (page.audited === false || drawing === "") return carriedOut(page, context);
  const said = JSON.stringify([session.formKey, drawing, url.pathname, url.search, fields.entries()]);
  const keyed = { key: await sha256Hex(`form ${said}`), fingerprint: "form" };
  const answer = await onceFor(keyed, request, ports.idempotency, () => carriedOut(page, context));
  // A long page is not kept: who asks for it again goes on where the first answer led.
  if (answer.headers.get("content-type") !== SUMMARY_TYPE) return answer;
  return seeOther(ownPath(answer.headers.get("location"), url));
}

/** What a form asks for, with the audit entries of the API. */
function carriedOut(page: FormPage, context: PageContext<Port>): Promise<Response> {
  const asking = askingOf(page, context);
  const { request } = context;
  const writing = (operation: string) => writerOf({ ...asking, route: { operation }, params: {} }, request, null);
  const asked = { ...context, write: writerOf(asking, request, null), writing };
  return audited(asking, request, () => page.handle(given(page, asked)));
}

/** A request as it came, of nobody yet. */
function arrived(c: HonoContext): PageContext<Port, Session | null> {
  const ports = c.get("ports");
  const zone = cookieOf(c.req.raw, "zone") ?? "UTC";
  return {
    request: c.req.raw,
    url: new URL(c.req.url),
    params: c.req.param(),
    ports,
    frame: { shell: () => ports.shell(), perMinute: ports.health.perMinute, keep: ports.keep },
    session: null,
    nonce: base32(ports.keep.randomBytes(26)),
    zone: zone.length <= 64 && isTimezone(zone) ? zone : "UTC",
    now: ports.keep.wallNow(),
    flash: null,
    fields: new Fields(),
    write: readOnly,
    writing: () => readOnly,
  };
}
