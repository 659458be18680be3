import type { Child } from "hono/jsx";
import { isNearlyUsedUp } from "../core/database-use.ts";
import type { HealthSnapshot } from "../core/health-snapshot.ts";
import { FLASH_DISPLAYED } from "./flash.ts";
import { Document } from "./document.tsx";
import { StandaloneFrame, Frame, type Shell } from "./layout.tsx";
import { drawnFrom, type PageContext } from "./page.ts";
import { drawnIn } from "./parts/scene.ts";
import { troublesIn } from "./service-words.ts";
import type { Session } from "./session.ts";
import { pagePolicy } from "../http/headers.ts";
import { plural, t } from "./words/text.ts";
import { lasting } from "./words/time.ts";

interface Head {
  cookies?: string[];
  /** The version that the page was rendered from; its tab polls for a newer one. */
  version?: string | null;
  /** The health snapshot that the page was rendered from; null if the database does not answer. */
  pulse?: HealthSnapshot | null;
  /** The polling interval of its tab in seconds, if not the default. */
  every?: number;
}

/** The polling intervals of a tab, seconds: normally, and when the database's daily quota is nearly used up. */
const EVERY = 10;
const SAVING_EVERY = 60;

/** What a page outside the navigation is rendered from. */
type Alone = Pick<PageContext<never, Session | null>, "request" | "session" | "nonce" | "zone" | "readerZone" | "now">;

function html(context: Alone, title: string, body: Child, status: number, head: Head = {}) {
  const { cookies = [], version = null, pulse: healthSnapshot = null } = head;
  const saving = isNearlyUsedUp(healthSnapshot?.findings.databaseUse ?? null, context.now);
  const every = saving ? SAVING_EVERY : (head.every ?? EVERY);
  const text = drawnIn(
    context,
    <Document title={title} still={context.request.method !== "GET"} version={version} every={every}>
      {body}
    </Document>,
  );
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": pagePolicy(
      { script: `nonce-${context.nonce}`, style: `nonce-${context.nonce}` },
      "'self'",
    ),
    // With "no-referrer", browsers would send forms with the origin "null".
    "referrer-policy": "same-origin",
  });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(`<!doctype html>${text}`, { status, headers });
}

interface Displayed {
  /** The title in the browser: the answer that the page gives. */
  title: string;
  /** The path of the navigation item that it belongs to. */
  path: string;
  status?: number;
  body: Child;
}

/** Responds with a page inside the navigation. */
export async function show(context: PageContext, { title, path, status = 200, body }: Displayed): Promise<Response> {
  const { flash } = context;
  const framed = (
    <Frame path={path} shell={await shellOf(context)} flash={flash}>
      {body}
    </Frame>
  );
  const { version, pulse: healthSnapshot } = await context.frame.shell();
  return html(context, title, framed, status, {
    cookies: flash === null ? [] : [FLASH_DISPLAYED],
    version: version === null ? null : drawnFrom(version, context),
    pulse: healthSnapshot,
  });
}

/** Responds with a part of a page, for the page's script to replace. */
export const showPart = (context: PageContext, part: Child, status = 200): Response =>
  new Response(drawnIn(context, <>{part}</>), {
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
  });

/** True if a script asked for a part only. */
export const wantsPart = ({ request }: PageContext): boolean => request.headers.get("x-part") === "1";

/** Responds with a page outside the navigation. */
export const showAlone = (context: Alone, title: string, body: Child, status = 200): Response =>
  html(context, title, <StandaloneFrame>{body}</StandaloneFrame>, status);

/** Responds with a page of its own layout: for a wall display, or for a reader without a token. */
export const showWhole = (
  context: PageContext<never, Session | null>,
  title: string,
  body: Child,
  drawn: Pick<Head, "version" | "pulse" | "every">,
): Response => html(context, title, body, 200, drawn);

async function shellOf({ frame: { shell, perMinute }, now }: PageContext): Promise<Shell> {
  const { pulse: healthSnapshot, onAir, demo } = await shell();
  const blind = healthSnapshot === null || troublesIn(healthSnapshot, perMinute, now).some((one) => one.blind);
  // A light that is on says that somebody is live: it is off where nobody knows.
  return { onAir: blind ? 0 : onAir, demo, service: serviceOf(healthSnapshot, perMinute, now) };
}

/** Returns the state of the service in two words; null means that the database does not answer. */
function serviceOf(healthSnapshot: HealthSnapshot | null, perMinute: number, now: number): Shell["service"] {
  if (healthSnapshot === null)
    return { well: false, headline: t("Status unknown"), detail: t("the database isn't responding") };
  const [worst] = troublesIn(healthSnapshot, perMinute, now);
  if (worst !== undefined) {
    const { headline, since } = worst;
    const detail = since === null ? "" : t("for {duration}", { duration: lasting(now - since) });
    return { well: false, headline, detail };
  }
  if (healthSnapshot.lastPollAt === 0) return { well: true, headline: t("All good"), detail: t("no checks yet") };
  const duration = lasting(Math.max(0, now - healthSnapshot.lastPollAt));
  const detail = t("checked {duration} ago", { duration });
  const { unknown } = healthSnapshot.load;
  if (unknown > 0) {
    const n = { n: String(unknown) };
    return {
      well: false,
      headline: plural(unknown, "No status for {n} creator", "No status for {n} creators", n),
      detail,
    };
  }
  return { well: true, headline: t("Service is up"), detail };
}
