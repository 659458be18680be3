import type { Browser, BrowserContext } from "playwright-core";
import type { JsonObject } from "../../src/core/json.ts";
import { makeLink } from "../../src/features/sign-in/page/link.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { serve } from "../support/http-server.ts";

/** Pages on a port of this machine, over a database where nothing moves any more. */
export interface World {
  url: string;
  api: RunningApi;
  /** A browser's context of somebody who has signed in. */
  signedIn(browser: Browser, options: Parameters<Browser["newContext"]>[0]): Promise<BrowserContext>;
  close(): Promise<void>;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Saturday, 20:41 in Berlin. */
export const NOW = Date.UTC(2026, 10, 21, 19, 41, 20);

/** All has been watched for thirteen weeks. */
export const SINCE = NOW - 91 * DAY;

export interface Poll {
  at: number;
  view: unknown;
}

/** What is watched, as the API takes it, and what each poll saw. */
export interface WatchedThing {
  body: {
    kind: string;
    name: string;
    params: JsonObject;
    watchlist: "favourites" | "others";
    [field: string]: unknown;
  };
  polls: Poll[];
}

/** Serves the pages of an API on a port of this machine, while all clocks of this process stand at `NOW`. */
export async function openWorld(): Promise<World> {
  const api = await runSqliteApi();
  const { now: running } = Date;
  Date.now = () => NOW;
  const server = await serve(async (request, _text, response, bytes) => {
    const init = { method: request.method!, ...(bytes.length === 0 ? {} : { body: new Uint8Array(bytes) }) };
    const headers = new Headers(request.headers as Record<string, string>);
    const answer = await api.send(new Request(`${server.url}${request.url}`, { ...init, headers }));
    response.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      "set-cookie": answer.headers.getSetCookie(),
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  let links = 0;
  return {
    url: server.url,
    api,
    async signedIn(browser, options) {
      const context = await browser.newContext(options);
      const nonce = `0123456789abcde${links++}`;
      const page = await context.newPage();
      await page.goto(`${server.url}/?link=${await makeLink(api.env["ADMIN_TOKEN"] as string, NOW + HOUR, nonce)}`);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(`${server.url}/`);
      await page.close();
      return context;
    },
    async close() {
      Date.now = running;
      await Promise.all([server.close(), api.stop()]);
    },
  };
}
