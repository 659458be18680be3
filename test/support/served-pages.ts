import type { Browser, BrowserContext } from "playwright-core";
import type { RunningApi } from "../api/running-api.ts";
import { serve, type TestServer } from "./http-server.ts";

/** Serves the pages and the API of this process, for a browser. */
export async function servePages(api: RunningApi): Promise<TestServer> {
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
  return server;
}

export type SignedIn = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The cookies of a browser that signed in with a token. */
export async function signIn(browser: Browser, server: TestServer, token: string): Promise<SignedIn> {
  const context = await browser.newContext({ timezoneId: "Asia/Tokyo" });
  const page = await context.newPage();
  await page.goto(`${server.url}/settings`);
  await page.getByLabel("Your token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  const stored = await context.storageState();
  await context.close();
  return stored;
}
