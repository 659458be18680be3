import type { Context } from "hono";
import type { HonoBase } from "hono/hono-base";
import { base32 } from "../../core/ids.ts";
import { isTimezone } from "../../core/calendar.ts";
import { honoPath, type AppEnv } from "../http/app.ts";
import { audited, noteRefused, writerOf, type Asking } from "../http/audited.ts";
import { reaches, withinLimit } from "../http/auth.ts";
import { Problem } from "../http/problem.ts";
import { readOnly } from "../http/route.ts";
import { assetNamed } from "./assets.ts";
import { flashOf } from "./flash.ts";
import { Fields, FORM_KEY, readFields } from "./forms/fields.ts";
import { isOwnForm } from "./origin.ts";
import type { Page, Visit } from "./page.ts";
import { pages } from "./pages.ts";
import type { PagePorts } from "./ports.ts";
import { cookieOf, sessionOf, type Session } from "./session.ts";
import { NO_PATH, troubled } from "./trouble.tsx";

type PageContext = Context<AppEnv<PagePorts>>;

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
    return browses ? troubled(await arrived(c), problem) : problem.response();
  });
}

const SESSION_NEEDED = "Sign in first.";
const FOREIGN =
  "This form did not come from a page of this Tallylight, or from an earlier session: open the page again.";

async function answer(page: Page, c: PageContext): Promise<Response> {
  let visit = await arrived(c);
  try {
    visit = {
      ...visit,
      session: await sessionOf(visit.request, visit.ports),
      flash: await flashOf(visit.request, visit.ports),
    };
    if (page.method === "get") {
      if (page.scope === "public") return await page.handle(visit);
      if (visit.session === null) throw new Problem(401, SESSION_NEEDED);
      if (!reaches(visit.session.actor, page.scope)) throw new Problem(403, `This needs the scope ${page.scope}.`);
      return await page.handle({ ...visit, session: visit.session });
    }
    if (!isOwnForm(visit.request, visit.url, visit.ports.signIn.publicUrl)) throw new Problem(403, FOREIGN);
    visit = { ...visit, fields: await readFields(visit.request) };
    if (page.scope === "public") return await page.handle(visit);
    if (visit.session === null) throw new Problem(401, SESSION_NEEDED);
    if (visit.fields.text(FORM_KEY) !== visit.session.formKey) throw new Problem(403, FOREIGN);
    return await carriedOut(page, { ...visit, session: visit.session });
  } catch (thrown) {
    return troubled(visit, thrown);
  }
}

/** What a form asks for, within the bounds and with the audit entries of the API. */
async function carriedOut(page: Extract<Page, { operation: string }>, visit: Visit): Promise<Response> {
  const { request, ports, params } = visit;
  const { actor } = visit.session;
  withinLimit(ports, actor);
  const { operation, audited: told } = page;
  const route = { operation, ...(told === false ? { audited: told } : {}) };
  const asking: Asking = { route, params, query: {}, actor, ports };
  if (!reaches(actor, page.scope)) {
    const refusal = new Problem(403, `This needs the scope ${page.scope}.`);
    await noteRefused(asking, request, refusal);
    throw refusal;
  }
  return audited(asking, request, () => page.handle({ ...visit, write: writerOf(asking, request, null) }));
}

/** A request as it came, of nobody yet. */
async function arrived(c: PageContext): Promise<Visit<Session | null>> {
  const ports = c.get("ports");
  const zone = cookieOf(c.req.raw, "zone") ?? "UTC";
  return {
    request: c.req.raw,
    url: new URL(c.req.url),
    params: c.req.param(),
    ports,
    session: null,
    nonce: base32(ports.keep.randomBytes(26)),
    zone: zone.length <= 64 && isTimezone(zone) ? zone : "UTC",
    now: ports.keep.wallNow(),
    flash: null,
    fields: new Fields(),
    write: readOnly,
  };
}
