import { base32 } from "../../core/ids.ts";
import { VERSION } from "../../core/version.ts";
import { secured } from "../../http/headers.ts";
import { Problem } from "../../http/problem.ts";
import { json } from "../../http/route.ts";
import { showAlone } from "../../ui/show.tsx";
import { assetNamed } from "../../ui/assets.ts";
import { translationFor } from "../../ui/language.ts";
import { speaking, t } from "../../ui/words/text.ts";
import { T } from "../../ui/words/translated.tsx";
import { filesOf, type Env } from "../compose-environment.ts";

interface ConfigError {
  name: string;
  message: string;
}

/** Answers any request while the configuration is invalid. Names the variables, never their values. */
export async function misconfigured(errors: ConfigError[], request: Request, env: Env): Promise<Response> {
  const { pathname } = new URL(request.url);
  const detail = `The configuration is wrong: ${errors.map(({ name, message }) => `${name} ${message}`).join("; ")}.`;
  if (pathname === "/healthz") {
    const reasons = ["configuration"];
    return secured(
      json({ status: "down", lastTickAt: null, lastPollAt: null, reasons, detail, version: VERSION }, 503),
    );
  }
  const files = filesOf(env);
  // The page has the style of all pages.
  const asset = pathname.startsWith("/assets/") ? await assetNamed(pathname.slice("/assets/".length), { files }) : null;
  if (asset !== null) return secured(asset);
  const browses = request.method === "GET" && (request.headers.get("accept") ?? "").includes("text/html");
  if (!browses) return secured(new Problem(503, detail).response());
  return secured(speaking(await translationFor(request, { files }), () => pageOf(errors, request, env)));
}

function pageOf(errors: ConfigError[], request: Request, env: Env): Response {
  const nonce = base32(crypto.getRandomValues(new Uint8Array(16)));
  const scene = { request, nonce, zone: "UTC", readerZone: null, now: Date.now(), session: null };
  const title = t("Something is missing in the settings");
  const isDeployed = env.FRONT_SECRET === undefined;
  const body = (
    <>
      <h1>{title}</h1>
      <ul>
        {errors.map(({ name, message }) => (
          <li>
            <span class="mono">{name}</span> {message}
          </li>
        ))}
      </ul>
      <p>
        {isDeployed ? (
          <T
            of="Set it with {command}, or in the dashboard under the Worker's settings. The page works a minute later."
            command={<span class="mono">npx wrangler secret put {errors[0]!.name}</span>}
          />
        ) : (
          t("Correct it in the environment or in tallylight.env, and start Tallylight again.")
        )}
      </p>
      <p class="soft">{t("Nothing is checked and nothing is lost until then.")}</p>
    </>
  );
  return showAlone(scene, title, body, 503);
}
