import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { isNearlyUsedUp } from "../core/database-use.ts";
import type { HealthSnapshot } from "../core/health-snapshot.ts";
import { SCRIPT_PATH, STYLE_PATH } from "./assets.ts";
import { FLASH_DISPLAYED, formOf } from "./flash.ts";
import { StandaloneFrame, Frame, type Offered, type Shell, type Toasted } from "./layout.tsx";
import { drawnFrom, type PageContext } from "./page.ts";
import { drawnIn, useScene } from "./parts/scene.ts";
import { troublesIn } from "./service-words.ts";
import type { Session } from "./session.ts";
import { pagePolicy } from "../http/headers.ts";
import { language, plural, t } from "./words/text.ts";
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
type Alone = Pick<
  PageContext<unknown, Session | null>,
  "request" | "session" | "nonce" | "zone" | "readerZone" | "now"
>;

const FAVICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%2317181c'/%3E%3Ccircle cx='16' cy='16' r='8' fill='%23ff3b30'/%3E%3C/svg%3E";

const HATCH = raw(
  '<svg width="0" height="0" class="sr" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0v6"/></pattern></defs></svg>',
);

interface DocumentProps {
  title: string;
  /** True for the response to a form: its address has no GET, so the page is never reloaded. */
  still: boolean;
  /** The version it was rendered from; null if the tab does not poll. */
  version: string | null;
  /** How often its tab polls for changes, seconds. */
  every: number;
  children?: Child;
}

/** The words of the pages' script. */
const scriptWords = () => ({
  "data-copy": t("Copy"),
  "data-copy-what": t("Copy {what}"),
  "data-copied": t("Copied"),
  "data-press": t("Press Ctrl+C"),
});

/** Renders the whole document around a body. */
function Document({ title, still, version, every, children }: DocumentProps) {
  const { nonce, readerZone } = useScene();
  const known = {
    ...(version === null ? {} : { "data-version": version }),
    "data-every": every,
    ...(still ? { "data-still": true } : {}),
    ...scriptWords(),
  };
  return (
    <html lang={language()} data-zone={readerZone ?? ""} {...known}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title === "Tallylight" ? title : `${title} · Tallylight`}</title>
        <link rel="icon" href={FAVICON} />
        <link rel="stylesheet" href={STYLE_PATH} nonce={nonce} />
        <script src={SCRIPT_PATH} nonce={nonce} defer></script>
      </head>
      <body>
        {HATCH}
        {children}
      </body>
    </html>
  );
}

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
    <Frame path={path} shell={await shellOf(context)} flash={await toastOf(context)} undoables={await offered(context)}>
      {body}
    </Frame>
  );
  const { version, pulse: healthSnapshot } = await context.ports.shell();
  return html(context, title, framed, status, {
    cookies: flash === null ? [] : [FLASH_DISPLAYED],
    version: version === null ? null : drawnFrom(version, context),
    pulse: healthSnapshot,
  });
}

/** How many changes a page offers to undo. */
const MAX_OFFERED = 2;

async function toastOf({ flash, ports }: PageContext): Promise<Toasted | null> {
  if (flash === null) return null;
  return { text: flash.text, form: flash.undoable === null ? null : await formOf(flash.undoable, ports) };
}

/** The changes of what a page lists that can still be undone. */
async function offered({ request, url, flash, undoables, ports, now }: PageContext): Promise<Offered[]> {
  if (request.method !== "GET") return [];
  const here = undoables.filter(({ paths }) => paths.includes(url.pathname)).slice(0, MAX_OFFERED);
  const all: Offered[] = [];
  for (const one of here) {
    const form = await formOf(one, ports);
    // Whoever presses it here stays here.
    const from = form.fields["from"] === undefined ? {} : { from: url.pathname + url.search };
    all.push({
      text: one.text,
      form: { ...form, fields: { ...form.fields, ...from } },
      until: one.until,
      leftMs: one.until - now,
      toasted: one.until === flash?.undoable?.until,
    });
  }
  return all;
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
  context: PageContext<unknown, Session | null>,
  title: string,
  body: Child,
  drawn: Pick<Head, "version" | "pulse" | "every">,
): Response => html(context, title, body, 200, drawn);

async function shellOf({ ports, now }: PageContext): Promise<Shell> {
  const { pulse: healthSnapshot, onAir, demo } = await ports.shell();
  const blind =
    healthSnapshot === null || troublesIn(healthSnapshot, healthSnapshot.perMinute, now).some((one) => one.blind);
  // A light that is on says that somebody is live: it is off where nobody knows.
  return { onAir: blind ? 0 : onAir, demo, service: serviceOf(healthSnapshot, now) };
}

/** Returns the state of the service in two words; null means that the database does not answer. */
function serviceOf(healthSnapshot: HealthSnapshot | null, now: number): Shell["service"] {
  if (healthSnapshot === null)
    return { well: false, headline: t("Status unknown"), detail: t("the database isn't responding") };
  const [worst] = troublesIn(healthSnapshot, healthSnapshot.perMinute, now);
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
