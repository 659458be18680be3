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

/** The host of the pages, on this machine. */
export const HOST = "http://127.0.0.1:8787";

const FORM = "application/x-www-form-urlencoded";

/** The headers of a browser that submits a form of this host. */
export const OWN = { "sec-fetch-site": "same-origin", origin: HOST };

type Send = (request: Request) => Promise<Response>;

/** A browser, as far as cookies go. */
export class Jar {
  readonly kept = new Map<string, string>();
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** The same cookies with another way to send requests. */
  through(send: Send): Jar {
    const other = new Jar(send);
    for (const [name, value] of this.kept) other.kept.set(name, value);
    return other;
  }

  open = (path: string, more: Record<string, string> = {}, base = HOST): Promise<Response> =>
    this.#asked(new Request(base + path, { headers: { ...this.#cookies(), accept: "text/html", ...more } }));

  send = (path: string, fields: Record<string, string>, headers: Record<string, string> = OWN, base = HOST) =>
    this.#asked(
      new Request(base + path, {
        method: "POST",
        headers: { ...this.#cookies(), "content-type": FORM, ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    );

  #cookies = () => ({ cookie: [...this.kept].map(([name, value]) => `${name}=${value}`).join("; ") });

  async #asked(request: Request): Promise<Response> {
    const response = await this.#send(request);
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/max-age=0/i.test(line)) this.kept.delete(name!);
      else this.kept.set(name!, value!);
    }
    return response;
  }
}

/** The tokens of forms against cross-site requests. */
export const keyIn = (text: string): string => /name="formKey" value="(\w+)"/.exec(text)?.[1] ?? "";
