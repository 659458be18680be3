import type { Child } from "hono/jsx";
import { isNearlyUsedUp } from "../../core/database-use.ts";
import { spokenDuration } from "../../core/duration.ts";
import type { HealthSnapshot } from "../../core/pulse.ts";
import { FLASH_SHOWN } from "./flash.ts";
import { Document, Door, Frame, type Shell } from "./layout.tsx";
import { drawnFrom, type PageContext } from "./page.ts";
import { drawnIn } from "./parts/scene.ts";
import { troublesIn } from "./service-words.ts";
import type { Session } from "./session.ts";
import { pagePolicy } from "../http/headers.ts";

interface Head {
  cookies?: string[];
  /** What the page was drawn from, for its tab to ask whether that changed. */
  version?: string | null;
  /** What the page was drawn by; null where the database does not say. */
  pulse?: HealthSnapshot | null;
  /** How often its tab asks, seconds, where that is not as often as others do. */
  every?: number;
}

/** A tab asks so often whether anything changed, seconds; less often where the database's day is nearly used up. */
const EVERY = 10;
const SAVING_EVERY = 60;

function html(
  context: PageContext<never, Session | null>,
  title: string,
  body: Child,
  status: number,
  head: Head = {},
) {
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
    // A page that tells no referrer at all sends its forms with the origin "null".
    "referrer-policy": "same-origin",
  });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(`<!doctype html>${text}`, { status, headers });
}

interface Shown {
  /** What the page answers: its name in the browser. */
  title: string;
  /** Of the place in the navigation that it is, or belongs to. */
  path: string;
  status?: number;
  body: Child;
}

/** A page of somebody who is signed in, within the navigation. */
export async function show(context: PageContext, { title, path, status = 200, body }: Shown): Promise<Response> {
  const { flash } = context;
  const framed = (
    <Frame path={path} shell={await shellOf(context)} flash={flash}>
      {body}
    </Frame>
  );
  const { version, pulse: healthSnapshot } = await context.frame.shell();
  return html(context, title, framed, status, {
    cookies: flash === null ? [] : [FLASH_SHOWN],
    version: version === null ? null : drawnFrom(version, context),
    pulse: healthSnapshot,
  });
}

/** A part of a page by itself, for the page's script to put in its place. */
export const showPart = (context: PageContext, part: Child, status = 200): Response =>
  new Response(drawnIn(context, <>{part}</>), {
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
  });

/** Asked for by a script, which puts the part alone in its place. */
export const wantsPart = ({ request }: PageContext): boolean => request.headers.get("x-part") === "1";

/** A page that stands by itself. */
export const showAlone = (
  context: PageContext<never, Session | null>,
  title: string,
  body: Child,
  status = 200,
): Response => html(context, title, <Door>{body}</Door>, status);

/** A page of its own shape: for a screen that nobody touches, or for somebody who has no token. */
export const showWhole = (
  context: PageContext<never, Session | null>,
  title: string,
  body: Child,
  drawn: Pick<Head, "version" | "pulse" | "every">,
): Response => html(context, title, body, 200, drawn);

async function shellOf({ frame: { shell, perMinute }, now }: PageContext): Promise<Shell> {
  const { pulse: healthSnapshot, onAir } = await shell();
  const blind = healthSnapshot === null || troublesIn(healthSnapshot, perMinute, now).some((one) => one.blind);
  // A light that is on says that somebody is live: it is off where nobody knows.
  return { onAir: blind ? 0 : onAir, service: serviceOf(healthSnapshot, perMinute, now) };
}

/** How the service is, in two words; null where the database does not say. */
function serviceOf(healthSnapshot: HealthSnapshot | null, perMinute: number, now: number): Shell["service"] {
  if (healthSnapshot === null)
    return { well: false, headline: "Status unknown", detail: "the database isn't responding" };
  const [worst] = troublesIn(healthSnapshot, perMinute, now);
  if (worst !== undefined) {
    const { headline, since } = worst;
    return { well: false, headline, detail: since === null ? "" : `for ${spokenDuration("en", (now - since) / 1000)}` };
  }
  if (healthSnapshot.lastPollAt === 0) return { well: true, headline: "All good", detail: "no checks yet" };
  const ago = Math.max(0, now - healthSnapshot.lastPollAt);
  const { unknown } = healthSnapshot.load;
  if (unknown > 0) {
    const who = unknown === 1 ? "1 creator" : `${unknown} creators`;
    return { well: false, headline: `No status for ${who}`, detail: `checked ${spokenDuration("en", ago / 1000)} ago` };
  }
  return { well: true, headline: "Service is up", detail: `checked ${spokenDuration("en", ago / 1000)} ago` };
}
