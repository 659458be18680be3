import { base32 } from "../../core/ids.ts";
import { VERSION } from "../../core/version.ts";
import type { Progress } from "../../db/set-up.ts";
import { secured } from "../../http/headers.ts";
import { Problem } from "../../http/problem.ts";
import { json } from "../../http/route.ts";
import { showAlone } from "../../ui/show.tsx";
import { marked, t } from "../../ui/words/text.ts";

/** Seconds after which a client should ask again. */
const AGAIN = { applying: 2, failed: 10, early: 10 };

const REASONS = { applying: "setting_up", failed: "migration_failed", early: "schema" };

/** The answer to any request while the database lacks migrations. */
export function settingUp(progress: Progress, request: Request): Response {
  const { pathname } = new URL(request.url);
  const again = String(AGAIN[progress.state]);
  if (pathname === "/healthz") {
    const body = {
      status: "down",
      lastTickAt: null,
      lastPollAt: null,
      reasons: [REASONS[progress.state]],
      detail: detailOf(progress),
      version: VERSION,
    };
    return secured(json(body, 503));
  }
  const browses = request.method === "GET" && (request.headers.get("accept") ?? "").includes("text/html");
  const answer = browses ? pageOf(progress, request) : new Problem("setting-up", detailOf(progress)).response();
  answer.headers.set("retry-after", again);
  // Works without scripts, and is no element that a policy could forbid.
  if (browses) answer.headers.set("refresh", again);
  return secured(answer);
}

function detailOf(progress: Progress): string {
  if (progress.state === "applying")
    return `The database is being set up: ${progress.applied} of ${progress.all} migrations are applied.`;
  if (progress.state === "early") return EARLY;
  return `The migration ${progress.migration} failed and left nothing behind. It is tried again. The log says why.`;
}

const EARLY = marked(
  "This database is from before the first release, and nothing of it was changed. Connect the Worker to a new one.",
);

function pageOf(progress: Progress, request: Request): Response {
  const nonce = base32(crypto.getRandomValues(new Uint8Array(16)));
  const scene = { request, nonce, zone: "UTC", readerZone: null, now: Date.now(), session: null };
  const title = t(progress.state === "applying" ? "Setting up" : "Setting up has stopped");
  const body =
    progress.state === "applying" ? (
      <>
        <h1>{title}</h1>
        <p>{t("Tallylight is preparing its database. This takes a few seconds, and this page continues by itself.")}</p>
        <p class="soft">{t("Step {n} of {all}", { n: String(progress.applied), all: String(progress.all) })}</p>
        <progress max={progress.all} value={progress.applied} aria-label={t("Set-up")}></progress>
      </>
    ) : progress.state === "early" ? (
      <>
        <h1>{title}</h1>
        <p>{t(EARLY)}</p>
      </>
    ) : (
      <>
        <h1>{title}</h1>
        <p>{t("A step failed. Tallylight tries it again by itself, and nothing is lost.")}</p>
        <p class="soft">
          {t("If it keeps failing, see the log of the Worker for {migration}.", { migration: progress.migration })}
        </p>
      </>
    );
  return showAlone(scene, title, body, 503);
}
